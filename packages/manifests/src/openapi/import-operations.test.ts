import { expect, test } from 'vitest'
import { importOperations } from './import-operations.ts'

const DOCUMENT = `
openapi: 3.0.3
info: {title: Pets, version: '1'}
servers: [{url: 'https://{host}.example.com/v1/', variables: {host: {default: pets}}}]
paths:
  /pets:
    get:
      operationId: list_pets
      summary: List the pets.
      parameters:
        - {name: limit, in: query, description: At most., schema: {type: integer, minimum: 0, exclusiveMinimum: true, example: 3}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: Authorization, in: header, required: true, schema: {type: string}}
    post:
      operationId: add.pet
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
    delete: {operationId: remove_pet}
    put:
      description: Replace it.
      requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}
  /odd:
    post:
      operationId: upload
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object}}}}
    get:
      operationId: tree
      parameters: [{name: filter, in: query, schema: {$ref: '#/components/schemas/Node'}}]
    delete:
      operationId: elsewhere
      parameters: [{$ref: 'other.yaml#/x'}]
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string, xml: {attribute: true}}
        kind: {type: string, enum: [cat, dog], nullable: true}
    Node: {type: object, properties: {next: {$ref: '#/components/schemas/Node'}}}
`

const source = { read: (file: string) => (file === 'pets.yaml' ? DOCUMENT : undefined) }
const settings = { secrets: [], hasUnassignedSecrets: false }

test('operations become functions', () => {
  const { functions, problems } = importOperations(source, { file: 'pets.yaml' }, settings)
  expect(problems).toEqual([])
  expect(functions.map(({ name }) => name)).toEqual([
    'list_pets',
    'add_pet',
    'put_pets_petid',
    'remove_pet',
  ])
  const [list, add, put, remove] = functions
  expect(list).toMatchObject({
    description: 'List the pets.',
    effect: 'read',
    input: {
      properties: {
        limit: { type: 'integer', exclusiveMinimum: 0, description: 'At most.' },
        tags: { type: 'array' },
        'X-Trace': { type: 'string' },
      },
      required: [],
      additionalProperties: false,
    },
    target: {
      url: 'https://pets.example.com/v1/pets',
      method: 'GET',
      locations: { limit: 'query', tags: 'query', 'X-Trace': 'header' },
    },
  })
  expect(list?.input.properties).not.toHaveProperty('Authorization')
  expect(add).toMatchObject({
    input: {
      properties: { name: { type: 'string' }, kind: { enum: ['cat', 'dog'] } },
      required: ['name'],
    },
    target: { method: 'POST', locations: { name: 'body' } },
  })
  expect(put).toMatchObject({ target: { wholeBody: 'body', locations: { petId: 'path' } } })
  expect(remove).toMatchObject({ effect: 'destroy', target: { locations: { petId: 'path' } } })
})

test('an unsupported operation is left out with a warning', () => {
  const { warnings } = importOperations(source, { file: 'pets.yaml' }, settings)
  expect(warnings.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("'tree' cannot be imported: #/components/schemas/Node refers to"),
    expect.stringContaining("'upload' cannot be imported: its body is not JSON"),
    expect.stringContaining("'elsewhere' cannot be imported: other.yaml#/x is outside"),
  ])
})

test('an unsupported operation is a problem if the manifest names it', () => {
  const wanted = { file: 'pets.yaml', operations: ['list_pets', 'tree', 'lst_pets'] }
  const { functions, problems } = importOperations(source, wanted, settings)
  expect(functions.map(({ name }) => name)).toEqual(['list_pets'])
  expect(problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("did you mean 'list_pets'?"),
    expect.stringContaining("'tree' cannot be imported"),
  ])
})

test.each([
  [{ file: '../secrets.yaml' }, DOCUMENT, 'There is no file'],
  [{ file: 'pets.yaml' }, 'swagger: "2.0"\npaths: {}', 'is not an OpenAPI 3 document'],
  [{ file: 'pets.yaml' }, 'openapi: 3.1.0\npaths: {}', 'names no server'],
])('%o is reported', (options, text, reason) => {
  const read = (file: string) => (file === 'pets.yaml' ? text : undefined)
  const { problems } = importOperations({ read }, options, settings)
  expect(problems[0]?.reason).toContain(reason)
})
