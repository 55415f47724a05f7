export { fromStorable, toStorable } from '@quartermaster/toolkit'
