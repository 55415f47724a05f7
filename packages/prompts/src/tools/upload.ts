import { Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { askLetta } from '../recipients/ask-letta.ts'
import { Succeeded } from '../succeeded.ts'

const ROLL = `def roll(sides: int) -> int:
    """Roll a die.

    Args:
        sides: How many sides it has.
    """
    import random
    return random.randint(1, sides)
`

export const upload = tool({
  name: 'promptyoself_upload',
  description:
    'Upload a tool to the Letta server from its complete Python source: one top-level function with docstring and type hints. Letta runs it there.',
  effect: 'write',
  dangerous: true,
  transactional: false,
  openWorld: true,
  timeoutSeconds: 30,
  examples: [{ title: 'Upload a small function', input: { source_code: ROLL } }],
  input: Input({
    source_code: Type.String({
      pattern: '\\S',
      maxLength: 500_000,
      description: 'The complete Python source of the function.',
    }),
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'A name for the gateway’s log.' }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'Stored with the tool on Letta.' }),
    ),
  }),
  output: Type.Object({
    status: Succeeded,
    tool_id: Type.String({ description: 'The tool’s id on Letta.' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'The function’s name.' }),
  }),
  async handler({ source_code, name, description }, { services, caller, signal, log }) {
    const { settings, delivery } = services.prompts
    if (!settings.mayUpload) {
      throw new ToolError('forbidden', 'Uploading tools to Letta is switched off.', {
        suggestion: 'The operator can switch it on with QM_ALLOW_UPLOAD=true.',
      })
    }
    const { letta } = delivery
    if (letta?.settings.token === undefined) {
      throw new ToolError('forbidden', 'Missing LETTA_API_KEY or LETTA_SERVER_PASSWORD', {
        suggestion: 'Ask the operator to set one of them.',
      })
    }
    log.info({ agent: caller.agent, name }, 'uploading a tool to Letta')
    const uploaded = await askLetta('Upload failed', () =>
      letta.uploadTool(source_code, description, { signal }),
    )
    return { status: 'success' as const, tool_id: uploaded.id, name: uploaded.name }
  },
})
