/** The formats that a verdict is about. `openai-strict` is OpenAI's strict mode, in both formats. */
export type Vendor =
  | 'subconscious'
  | 'openai'
  | 'openai-responses'
  | 'openai-strict'
  | 'anthropic'
  | 'gemini'
  | 'mcp'

/** The documented rules of a vendor for one tool, and the reasons for which a format changes schemas. */
export type VendorRules = {
  readonly name: RegExp
  readonly maxDescription: number
  /** The number of tools in one request. */
  readonly maxTools: number
  /** The vendor's own estimate; undefined where tokens are counted by the vendor's tokenizer. */
  readonly charactersPerToken: number | undefined
  /** By keyword. `null` is the possibility of null, `other` any keyword without a reason of its own. */
  readonly reasons: Readonly<Record<string, string>>
}

const CHECKED = 'It is in the description, and the gateway checks it.'
const JSON_TEXT = 'The value is asked for as JSON text, which the gateway parses.'

const OPENAI: VendorRules = {
  name: /^[A-Za-z0-9_-]{1,64}$/,
  maxDescription: 1024,
  maxTools: 128,
  charactersPerToken: undefined,
  reasons: { other: 'OpenAI accepts only an object with properties at the top level.' },
}

export const VENDOR_RULES: Readonly<Record<Vendor, VendorRules>> = {
  subconscious: {
    name: /^[A-Za-z0-9_-]{1,64}$/,
    maxDescription: Infinity,
    maxTools: Infinity,
    charactersPerToken: 4,
    reasons: {
      type: 'Subconscious requires one type for every property. The gateway converts text to the others.',
      anyOf:
        'Subconscious requires one type for every property. The gateway converts text to the others.',
      null: 'Subconscious requires one type for every property. The description says that null is accepted.',
      enum: 'Subconscious lists only text values. The description lists the others.',
      other: CHECKED,
    },
  },
  openai: OPENAI,
  'openai-responses': OPENAI,
  'openai-strict': {
    ...OPENAI,
    reasons: {
      required: 'Strict mode requires every property. Optional ones are nullable instead.',
      null: 'Strict mode requires every property. Optional ones are nullable instead.',
      type: `Strict mode cannot describe such a value. ${JSON_TEXT}`,
      anyOf: 'Strict mode accepts no keyword next to anyOf.',
      default: 'Strict mode has no defaults. The description says what null means.',
      other: `Strict mode has no such keyword. ${CHECKED}`,
    },
  },
  anthropic: {
    name: /^[A-Za-z0-9_-]{1,128}$/,
    maxDescription: Infinity,
    maxTools: Infinity,
    charactersPerToken: 3.5,
    reasons: { other: 'Anthropic accepts only an object with properties at the top level.' },
  },
  gemini: {
    name: /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
    maxDescription: Infinity,
    maxTools: 128,
    charactersPerToken: 4,
    reasons: {
      additionalProperties: 'Gemini has no such keyword. The gateway refuses unknown parameters.',
      maxItems: `Gemini rejects requests with large limits. ${CHECKED}`,
      default: 'Gemini ignores defaults. The description says it.',
      type: `Gemini cannot describe such a value. ${JSON_TEXT}`,
      enum: 'Gemini has choices of text only. The description lists the others.',
      anyOf: 'Gemini describes each alternative by itself.',
      other: `Gemini has no such keyword. ${CHECKED}`,
    },
  },
  mcp: {
    name: /^[A-Za-z0-9_.-]{1,128}$/,
    maxDescription: Infinity,
    maxTools: Infinity,
    charactersPerToken: 4,
    reasons: { other: 'MCP clients expect an object with properties at the top level.' },
  },
}

export const VENDORS = Object.keys(VENDOR_RULES) as readonly Vendor[]
