// What every vendor takes; one that takes more does not help.
const FUNCTION = /^[A-Za-z0-9_-]{1,64}$/
const PROPERTY = /^[A-Za-z0-9_.-]{1,64}$/
const SECRET = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

// On every object there is: whoever looks one of them up finds something that nobody put there.
const PROTOTYPE = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Why no function can have this name; undefined if it can. */
export function functionNameFault(name: string): string | undefined {
  if (PROTOTYPE.has(name)) return 'is a name that every JavaScript object has'
  if (name.startsWith('_')) return 'begins with _, which marks what is private'
  if (!FUNCTION.test(name)) return 'must be 1 to 64 letters, digits, _ or -'
  return undefined
}

export function propertyNameFault(name: string): string | undefined {
  if (PROTOTYPE.has(name)) return 'is a name that every JavaScript object has'
  if (!PROPERTY.test(name)) return 'must be 1 to 64 letters, digits, _, . or -'
  return undefined
}

export const isSecretName = (name: string): boolean => SECRET.test(name) && name.length <= 64

/** The choice of no tools at all, beside the folders. */
export const DISABLED = 'Disabled'

export function folderNameFault(name: string): string | undefined {
  if (name.toLowerCase() === DISABLED.toLowerCase()) {
    return `"${DISABLED}" stands for no tools at all, so no folder can be called so`
  }
  if (name.length > 100 || /[\p{C}/\\]/u.test(name)) {
    return 'a folder’s name has at most 100 characters, none of them a control character'
  }
  return undefined
}

/** Hidden folders, and those that other programs leave behind (`__pycache__`). */
export const isSkipped = (name: string): boolean => name.startsWith('.') || name.startsWith('__')

/**
 * The variable that holds a folder's secret. It names the folder, so that no folder gets at
 * another's, or at the gateway's own, by asking for it.
 */
export const secretVariable = (folder: string, secret: string): string =>
  `QM_SECRET_${folder.toUpperCase().replace(/[^A-Z0-9]/g, '_')}__${secret}`

/** Whether one folder would be given the secrets that were set for the other. */
export const haveSameVariables = (folder: string, other: string): boolean =>
  folder !== other && secretVariable(folder, '') === secretVariable(other, '')
