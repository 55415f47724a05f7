import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { JsonField } from '../json-field/json-field.tsx'
import { type Field, fieldsOf, type Schema } from './fields-of.ts'
import { readValues } from './read-values.ts'

type Props = {
  schema: Schema
  /** Gets the arguments as JSON text. */
  onSubmit: (json: string) => void
  children: ReactNode
}

/** A form for the parameters of a tool; `children` are its buttons. */
export function SchemaForm({ schema, onSubmit, children }: Props) {
  const fields = fieldsOf(schema)
  const [values, setValues] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readValues(fields, values)
    setProblems(reading.problems)
    if (Object.keys(reading.problems).length === 0) onSubmit(reading.json)
  }
  return (
    <form className="content-form" onSubmit={submit} noValidate>
      {fields.length === 0 && <p className="muted">This tool takes no parameters.</p>}
      {fields.map((field) => (
        <SchemaField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onChange={(value) => setValues((old) => ({ ...old, [field.name]: value }))}
        />
      ))}
      {children}
    </form>
  )
}

type FieldProps = {
  field: Field
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function SchemaField({ field, value, problem, onChange }: FieldProps) {
  const id = useId()
  const common = {
    id,
    className: 'input',
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint ${id}-problem`,
    'aria-required': field.isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  const need = field.isRequired ? 'required' : 'optional'
  const options = field.kind === 'boolean' ? ['true', 'false'] : field.choices
  const placeholder = field.default === undefined ? undefined : JSON.stringify(field.default)
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="mono">{field.name}</span> <span className="muted">{need}</span>
      </label>
      {options.length > 0 ? (
        <select {...common}>
          <option value="">{placeholder ?? '–'}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : field.kind === 'list' ? (
        <textarea {...common} rows={2} placeholder={placeholder ?? 'One per line'} />
      ) : field.kind === 'json' || field.isJsonText ? (
        <JsonField
          id={id}
          label={`${field.name} ${need}`}
          rows={2}
          value={value}
          placeholder={placeholder ?? 'JSON'}
          isInvalid={problem !== undefined}
          isRequired={field.isRequired}
          describedBy={common['aria-describedby']}
          onChange={onChange}
        />
      ) : (
        <input
          {...common}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          placeholder={placeholder}
        />
      )}
      <p className="hint" id={`${id}-hint`}>
        {field.description}
      </p>
      <p className="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  )
}
