import { RefreshCw } from 'lucide-react'
import { toastFailure, useRequest } from '../act.ts'
import { refresh } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { words } from './words.ts'

interface RefreshButtonProps {
  /** Areas of `queries` that are read again. */
  areas: readonly string[]
  size?: 'sm' | 'md'
}

export function RefreshButton({ areas, size = 'md' }: RefreshButtonProps) {
  const again = useRequest({ run: () => refresh(...areas), failure: toastFailure })
  return (
    <Button size={size} icon={RefreshCw} isPending={again.isPending} onPress={() => again.mutate()}>
      {words.refresh}
    </Button>
  )
}
