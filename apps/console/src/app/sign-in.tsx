import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '../api/request.ts'
import { sessionQuery } from '../api/session.ts'
import { describeError } from '../ui/states.tsx'

/** Exchanges a key for a session. The key stays in this form and is not stored. */
export function SignIn() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<{ message: string; suggestion?: string }>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    document.title = 'Sign in · Quartermaster'
  }, [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const key = String(new FormData(form).get('key') ?? '').trim()
    if (key === '') return
    setBusy(true)
    try {
      const session = await api.post('/v1/session', { key })
      form.reset()
      client.setQueryData(sessionQuery.queryKey, session)
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }
  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <h1>
          <span className="mark" aria-hidden="true">
            Q
          </span>
          Quartermaster
        </h1>
        <div className="field">
          <label htmlFor="key">Your key</label>
          <input
            id="key"
            name="key"
            className="input mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            // biome-ignore lint/a11y/noAutofocus: the field is all there is on this page.
            autoFocus
            aria-describedby="key-hint key-problem"
            aria-invalid={problem !== undefined}
          />
          <p className="hint" id="key-hint">
            The root key was printed at the first start and is in{' '}
            <code>.quartermaster/root-key</code>. The key of an agent shows what that agent may see.
          </p>
          <p className="problem" id="key-problem" role="alert">
            {problem && `${problem.message}. ${problem.suggestion ?? ''}`.replace('..', '.')}
          </p>
        </div>
        <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  )
}
