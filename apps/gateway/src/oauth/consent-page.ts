import { createHash } from 'node:crypto'

export type ConsentPage = {
  readonly clientName: string
  /** The host that receives the code. Unlike the name, a client cannot choose it freely. */
  readonly returnsTo: string
  /** The parameters of the authorization request, which the form submits again. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly error?: string
  /** Once the key was entered: the agent that the client would act as, and the tools that it could use. */
  readonly chosen?: {
    readonly key: string
    readonly agent: string
    readonly workspace: string
    readonly tools: readonly { readonly name: string; readonly effect: string }[]
  }
}

const STYLE = `
:root { color-scheme: light dark; --page: #fff; --text: #1b1d1c; --hint: #555b58; --line: #8888; --accent: #1f6f4f; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #151716; --text: #e9ebea; --hint: #b4bab7; --accent: #6fcf9f; --error: #f2b8b5; } }
html { background: var(--page); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere; color: var(--text); background: var(--page); }
h1 { font-size: 1.4rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input[type=password] { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; border: 1px solid var(--line); border-radius: .3rem; color: inherit; background: transparent; }
button { font: inherit; padding: .5rem 1.2rem; border-radius: .3rem; border: 1px solid var(--accent); cursor: pointer; background: transparent; color: inherit; }
button.primary { background: var(--accent); color: var(--page); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; gap: .75rem; margin-top: 1.25rem; }
.error { border-left: 4px solid var(--error); padding: .25rem .75rem; }
ul { max-height: 18rem; overflow: auto; border: 1px solid var(--line); border-radius: .3rem; padding: .5rem .5rem .5rem 2rem; }
.hint { color: var(--hint); }
`

/** No scripts, nothing from elsewhere; the form may go to this gateway and, by redirect, to the client. */
export const consentPolicy = (redirectOrigin?: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    `form-action 'self'${redirectOrigin === undefined ? '' : ` ${redirectOrigin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function consentPage({ clientName, returnsTo, fields, error, chosen }: ConsentPage): string {
  const name = escapeHtml(clientName)
  return page(
    `Connect ${name}`,
    `<h1>Connect ${name} to Quartermaster</h1>
<p><strong>${name}</strong> asks to use tools of this gateway. You will return to <strong>${escapeHtml(returnsTo)}</strong>. Continue only if you started this connection there.</p>
${error === undefined ? '' : `<p class="error" role="alert" id="problem">${escapeHtml(error)}</p>`}
<form method="post" action="authorize" autocomplete="off">
${Object.entries(fields)
  .map(([field, value]) => hidden(field, value))
  .join('\n')}
${chosen === undefined ? keyField(error) : chosenTools(chosen)}
</form>`,
  )
}

type ErrorText = { readonly problem: string; readonly advice: string }

export const errorPage = (title: string, { problem, advice }: ErrorText): string =>
  page(
    title,
    `<h1>${title}</h1>
<p class="error" role="alert">${escapeHtml(problem)}</p>
<p>${advice}</p>`,
  )

const keyField = (error: string | undefined): string => `<label for="key">Quartermaster key</label>
<input id="key" name="key" type="password" required autofocus spellcheck="false" aria-describedby="hint${error === undefined ? '' : ' problem'}">
<p class="hint" id="hint">The key of an agent, beginning with qm_. The program does not receive it, and the next page shows what it opens.</p>
<div class="actions"><button class="primary" name="decision" value="show">Continue</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button></div>`

function chosenTools({ key, agent, workspace, tools }: NonNullable<ConsentPage['chosen']>): string {
  const items = tools.map(
    ({ name, effect }) => `<li>${escapeHtml(name)}${EFFECTS[effect] ?? ''}</li>`,
  )
  return `${hidden('key', key)}
<p>It will act as agent <strong>${escapeHtml(agent)}</strong> in workspace <strong>${escapeHtml(workspace)}</strong> and may call ${tools.length === 1 ? 'this tool' : `these ${tools.length} tools`}:</p>
<ul tabindex="0" aria-label="Tools">${items.join('\n')}</ul>
<div class="actions"><button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button></div>`
}

const EFFECTS: Record<string, string> = { write: ' (changes data)', destroy: ' (deletes data)' }

const hidden = (name: string, value = ''): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quartermaster</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? '')
