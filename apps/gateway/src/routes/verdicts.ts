import { countTokens, judgeTool, VENDORS, type Verdict } from '@quartermaster/descriptors'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { asOffered, SubjectQuery, selectTools } from '../tool-call/select-tools.ts'
import { splitList } from '../tool-call/split-list.ts'
import { typed } from './schema/typed.ts'

const VendorName = Type.Union(
  VENDORS.map((vendor) => Type.Literal(vendor)),
  { description: 'The format, or `openai-strict` for the strict mode of the OpenAI formats.' },
)

/** A verdict without its size, as in the load report of a toolset. */
export const VerdictFields = {
  tool: Type.String({ description: 'Tool name.' }),
  vendor: VendorName,
  outcome: Type.Union(
    [Type.Literal('accepted'), Type.Literal('changed'), Type.Literal('refused')],
    {
      description:
        'accepted: as defined. changed: `changes` lists what the format cannot express. refused: `reason` says why.',
    },
  ),
  changes: Type.Array(
    Type.Object({
      keyword: Type.String({ description: 'The schema keyword; `null` for nullable values.' }),
      parameters: Type.Array(Type.String(), { description: 'The parameters concerned.' }),
      reason: Type.String({ description: 'Why the format changes it, and what the gateway does.' }),
    }),
    { description: 'Keywords that the format leaves out or changes.' },
  ),
  reason: Type.Optional(Type.String({ description: 'Why the vendor would refuse the tool.' })),
  checksum: Type.String({ description: 'Changes whenever the descriptor changes.' }),
}

const Tokens = Type.Integer({ description: 'Size of the descriptor in tokens, as JSON text.' })
const IsEstimate = Type.Boolean({
  description: 'Whether the tokens are estimated from characters and not counted.',
})

const Answer = Type.Object(
  {
    verdicts: Type.Array(
      Type.Object({ ...VerdictFields, tokens: Tokens, is_estimate: IsEstimate }),
      { description: 'One entry per tool and vendor.' },
    ),
    totals: Type.Array(
      Type.Object({
        vendor: VendorName,
        accepted: Type.Integer({ description: 'Number of accepted tools.' }),
        changed: Type.Integer({ description: 'Number of changed tools.' }),
        refused: Type.Integer({ description: 'Number of refused tools.' }),
        tokens: Type.Integer({ description: 'Tokens of all descriptors together.' }),
        is_estimate: IsEstimate,
      }),
      { description: 'Sums for each vendor.' },
    ),
  },
  { description: 'What each vendor makes of the tools.' },
)

type Options = { catalog: Catalog; services: Services }

/** Checks the tools against each vendor's rules before a model is involved. */
export function verdictRoutes(app: FastifyInstance, options: Options): void {
  typed(app).get(
    '/v1/descriptors/verdicts',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'get_verdicts',
        summary: 'Get the verdicts of all vendors',
        description:
          'Tells for each tool and each vendor whether its descriptor is accepted, changed or refused, why, and its size in tokens. Tokens of the OpenAI formats are counted by the tokenizer o200k_base, others estimated.',
        tags: ['Descriptors'],
        querystring: Type.Object({
          ...SubjectQuery,
          tools: Type.Optional(
            Type.String({ description: 'Only these tools. Comma-separated names.' }),
          ),
          vendor: Type.Optional(
            Type.String({ description: 'Only these vendors. Comma-separated names.' }),
          ),
        }),
        response: { 200: Answer, ...failures(400, 401, 404, 409) },
      },
    },
    async ({ caller, query: { tools, vendor, ...subjects } }) => {
      const names = tools === undefined ? undefined : splitList(tools)
      const offered = await selectTools(options, caller, subjects, names)
      const permitted = offered.filter(({ isPermitted }) => isPermitted)
      const vendors = vendor === undefined ? undefined : splitList(vendor)
      const verdicts = permitted
        .flatMap((tool) => judgeTool(asOffered(tool)))
        .filter((verdict) => vendors === undefined || vendors.includes(verdict.vendor))
      const counts = await countTokens(verdicts)
      const sized = verdicts.map((verdict, at) => ({
        ...presentVerdict(verdict),
        tokens: counts[at]?.tokens ?? 0,
        is_estimate: counts[at]?.isEstimate ?? true,
      }))
      return { verdicts: sized, totals: totalsOf(sized) }
    },
  )
}

export const presentVerdict = ({ text: _, ...verdict }: Verdict) => ({
  ...verdict,
  changes: verdict.changes.map((change) => ({ ...change, parameters: [...change.parameters] })),
})

type Sized = Pick<Verdict, 'vendor' | 'outcome'> & { tokens: number; is_estimate: boolean }

const totalsOf = (verdicts: readonly Sized[]) =>
  [...Map.groupBy(verdicts, ({ vendor }) => vendor)].map(([vendor, all]) => {
    const count = (outcome: Verdict['outcome']) =>
      all.filter((verdict) => verdict.outcome === outcome).length
    return {
      vendor,
      accepted: count('accepted'),
      changed: count('changed'),
      refused: count('refused'),
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
      is_estimate: all.some((verdict) => verdict.is_estimate),
    }
  })
