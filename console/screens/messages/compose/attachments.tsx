import type { SendMessageRequest } from 'postseal'
import { Paperclip, X } from '../../../icons/icons.js'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { sizeText } from '../../../ui/figures/numbers.js'
import { Measure } from '../../../ui/figures/measure.js'

type Attachment = NonNullable<SendMessageRequest['attachments']>[number]

/** A chosen file with its content. */
export interface Attached extends Attachment {
  readonly bytes: number
}

/** Maximum number and size of the attachments of a message, in bytes; base64 and the mail's text have to fit as well. */
const most = 100
const largest = 7_000_000

/** Returns the attachments for a request, or for a sample of it without their content. */
export function attachmentsOf(attached: readonly Attached[], isSample: boolean): Attachment[] {
  return attached.map(({ bytes: _, ...attachment }) =>
    isSample ? { ...attachment, content: '<base64>' } : attachment,
  )
}

/** A field for files that are sent with a message. They are no part of a draft, which has to be small. */
export function AttachmentsField({
  attached: all,
  onChange,
}: {
  attached: readonly Attached[]
  onChange: (attached: readonly Attached[]) => void
}) {
  const [mistake, setMistake] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const add = async (files: readonly File[]) => {
    const sizes = [...all.map(({ bytes }) => bytes), ...files.map(({ size }) => size)]
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (all.length + files.length > most) return setMistake(`A message takes ${most} files at most.`)
    if (bytes > largest) return setMistake(`The files are larger than 7 MB together: ${sizeText(bytes)}.`)
    setMistake(undefined)
    const added = await Promise.all(files.map(read))
    onChange([...all, ...added])
  }
  return (
    <div class="field" data-field="attachments">
      <span class="label">
        Attachments <span class="optional">(optional)</span>
      </span>
      {all.length > 0 && (
        <ul class="attached">
          {all.map(({ filename, bytes }, index) => (
            <li key={`${filename} ${index}`} class="row">
              <Paperclip size={16} aria-hidden />
              <span class="wrap">{filename}</span>
              <span class="small quiet">
                <Measure>{sizeText(bytes)}</Measure>
              </span>
              <Button
                kind="plain"
                icon={X}
                label={`Remove ${filename}`}
                onClick={() => onChange(all.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={Paperclip} needs="admin" onClick={() => input.current?.click()}>
          Attach files
        </Button>
      </div>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label="Attachments"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void add(files)
        }}
      />
      <Mistake id="attachments" text={mistake} />
      <span class="hint">Up to {most} files, 7 MB in all. They are not kept in the draft.</span>
    </div>
  )
}

async function read(file: File): Promise<Attached> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`))
    reader.readAsDataURL(file)
  })
  return {
    filename: file.name,
    content: url.slice(url.indexOf(',') + 1),
    ...(/^[\w.+-]+\/[\w.+-]+$/.test(file.type) && { content_type: file.type }),
    bytes: file.size,
  }
}
