// Placeholders of route patterns and OpenAPI paths must not be encoded.
const isPlaceholder = (id: string): boolean => id === ':id' || id === '{id}'

/** `/v1/tables/ID`: the path of a subject that has tools. */
export const subjectPath = (collection: string, id: string): string =>
  `/v1/${collection}/${isPlaceholder(id) ? id : encodeURIComponent(id)}`

/** `/v1/tools/NAME`, or below a subject `/v1/tables/ID/tools/NAME`. */
export const toolPath = (name: string, subject = '/v1'): string => `${subject}/tools/${name}`
