import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const HEADER = '// Generated from openapi/openapi.json by `pnpm generate`. Do not edit.\n\n'

/** The types of all paths of an OpenAPI document, as the text of a TypeScript module. */
export async function generateTypes(document: unknown): Promise<string> {
  // openapi-typescript resolves references in place, so it gets a copy.
  const copy = structuredClone(document) as OpenAPI3
  return HEADER + astToString(await openapiTS(copy, { alphabetize: false }))
}
