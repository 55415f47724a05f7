// The intersection of what all vendors accept.
const FUNCTION = /^[A-Za-z0-9_-]{1,64}$/
const PROPERTY = /^[A-Za-z0-9_.-]{1,64}$/
const SECRET = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

// Members that every object inherits: a lookup by such a name finds an inherited value.
const PROTOTYPE = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Why a function cannot have this name; undefined if it can. */
export function functionNameFault(name: string): string | undefined {
  if (PROTOTYPE.has(name)) return 'is a member of every JavaScript object'
  if (name.startsWith('_')) return 'begins with _, which marks private members'
  if (!FUNCTION.test(name)) return 'must be 1 to 64 letters, digits, _ or -'
  return undefined
}

export function propertyNameFault(name: string): string | undefined {
  if (PROTOTYPE.has(name)) return 'is a member of every JavaScript object'
  if (!PROPERTY.test(name)) return 'must be 1 to 64 letters, digits, _, . or -'
  return undefined
}

export const isSecretName = (name: string): boolean => SECRET.test(name) && name.length <= 64

/** Selects no toolset; shown in addition to the folders. */
export const DISABLED = 'Disabled'

export function folderNameFault(name: string): string | undefined {
  if (name.toLowerCase() === DISABLED.toLowerCase()) {
    return `"${DISABLED}" means no tools at all, so a folder cannot have this name`
  }
  if (name.length > 100 || /[\p{C}/\\]/u.test(name)) {
    return 'a folder’s name has at most 100 characters and no control characters'
  }
  return undefined
}

/** Hidden folders, and those that other programs create (`__pycache__`). */
export const isSkipped = (name: string): boolean => name.startsWith('.') || name.startsWith('__')

/**
 * The environment variable of a folder's secret. It contains the folder's name, so a folder cannot
 * request another folder's secret or one of the gateway's own variables.
 */
export const secretVariable = (folder: string, secret: string): string =>
  `QM_SECRET_${folder.toUpperCase().replace(/[^A-Z0-9]/g, '_')}__${secret}`

/** Whether two folder names lead to the same variables. */
export const haveSameVariables = (folder: string, other: string): boolean =>
  folder !== other && secretVariable(folder, '') === secretVariable(other, '')
