import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isMissing } from '../../explain-error.ts'
import { testsQueries } from '../../tests-queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { words } from './words.ts'

interface PictureProps {
  appId: string
  executionId: string
  /** Null where none was taken. */
  artifactId: string | null
  alt: string
  /** `whole`: no part of it is cut off. */
  fit?: 'cover' | 'whole'
  className?: string
}

/** A screenshot, read once it comes into view. */
export function Picture({ appId, executionId, artifactId, alt, fit = 'cover', className }: PictureProps) {
  const box = useRef<HTMLSpanElement>(null)
  const isSeen = useSeen(box)
  const [isBroken, setBroken] = useState(false)
  const { data, error } = useQuery({
    ...testsQueries.picture(appId, executionId, artifactId ?? ''),
    enabled: isSeen && artifactId !== null,
  })
  return (
    <span
      ref={box}
      className={classNames('relative flex items-center justify-center overflow-hidden bg-sunken', className)}
    >
      {data && !isBroken ? (
        <img src={data} alt={alt} draggable={false} onError={() => setBroken(true)} className={FITS[fit]} />
      ) : artifactId === null || error || isBroken ? (
        <span className="flex flex-col items-center gap-1 px-2 py-4 text-center text-xs text-ink-3">
          <ImageOff aria-hidden className="size-4" />
          {artifactId === null
            ? words.noPicture
            : isMissing(error)
              ? words.noLongerKept
              : words.couldNotBeLoaded}
        </span>
      ) : (
        <span role="status" className="h-full min-h-16 w-full animate-pulse bg-active/50">
          <span className="sr-only">{words.loadingThePicture}</span>
        </span>
      )}
    </span>
  )
}

const FITS = {
  cover: 'h-full w-full object-cover object-top',
  whole: 'max-h-[58dvh] max-w-full object-contain',
}

/** Whether it was in view, or nearly; it stays so. */
function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const node = box.current
    if (!node || isSeen) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    watch.observe(node)
    return () => watch.disconnect()
  }, [box, isSeen])
  return isSeen
}
