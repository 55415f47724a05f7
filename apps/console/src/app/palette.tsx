import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { searchQuery } from '../api/search.ts'
import { useMay } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { type Command, matchingCommands } from './commands.ts'
import { toCommand } from './found-commands.ts'

/** Search and commands in one box: Ctrl-K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { data: found = [] } = useQuery(
    searchQuery(useDeferredValue(text), useMay()('search'), useQueryClient()),
  )
  const commands = [...matchingCommands(text), ...(text === '' ? [] : found.map(toCommand))]
  const selected = commands[Math.min(at, commands.length - 1)]
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run(navigate)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((from) => (from + step + commands.length) % Math.max(1, commands.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(selected)
    }
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog palette">
          <Base.Title className="visually-hidden">Search or run a command</Base.Title>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={selected && `palette-${selected.id}`}
            aria-label="Search or run a command"
            placeholder="Search or run a command"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKey}
          />
          <ul id="palette-list" role="listbox" aria-label="Results">
            {commands.map((command) => (
              <li
                key={command.id}
                id={`palette-${command.id}`}
                role="option"
                aria-selected={command === selected}
                onClick={() => run(command)}
              >
                <Icon name={command.icon} />
                <span className="cut">{command.label}</span>
                {command.hint !== undefined && <small>{command.hint}</small>}
              </li>
            ))}
          </ul>
          {commands.length === 0 && <p className="empty">Nothing matches.</p>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
