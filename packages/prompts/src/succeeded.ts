import { Type } from '@sinclair/typebox'

/** The `status` of a reply. */
export const Succeeded = Type.Literal('success', {
  description: 'Errors have success: false and an error instead.',
})
