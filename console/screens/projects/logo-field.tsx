import { ImageUp, Trash2 } from '../../icons/icons.js'
import { useId, useRef, useState } from 'preact/hooks'
import { logoTypeOf, maxLogoBytes } from '../../../server/product/workspace/projects/logo.js'
import { Button } from '../../ui/controls/button.js'
import { textOf, useForm } from '../../ui/forms/form.js'
import { Mistake } from '../../ui/forms/mistake.js'

/** A field for an image file, as the `data:` URI of its content; nothing is sent until the form is. */
export function LogoField() {
  const { values, mistakes, set } = useForm()
  const [mistake, setMistake] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const logo = textOf(values.logo)
  const shown = mistake ?? mistakes.logo
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const read = await readLogo(file)
    setMistake(read.mistake)
    if (read.logo !== undefined) set('logo', read.logo)
  }
  return (
    <div class="field" role="group" aria-labelledby={`${id}-label`}>
      <span class="label" id={`${id}-label`}>
        Logo <span class="optional">(optional)</span>
      </span>
      <div class="row">
        {logo !== '' && <img class="logo-shown" src={logo} alt="The logo" />}
        <Button
          icon={ImageUp}
          needs="admin"
          data-field="logo"
          aria-invalid={shown === undefined ? undefined : 'true'}
          aria-describedby={`${id}-hint${shown === undefined ? '' : ` ${id}-mistake`}`}
          onClick={() => input.current?.click()}
        >
          {logo === '' ? 'Choose an image' : 'Choose another image'}
        </Button>
        {logo !== '' && (
          <Button
            kind="plain"
            icon={Trash2}
            needs="admin"
            onClick={() => {
              setMistake(undefined)
              set('logo', undefined)
            }}
          >
            Remove the logo
          </Button>
        )}
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label="Image of the logo"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // So that a corrected file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <div aria-live="polite">
        <Mistake id={id} text={shown} />
      </div>
      <span class="hint" id={`${id}-hint`}>
        PNG, JPEG, GIF or WebP, up to 50 kB. Shown at up to 160 × 48 pixels, so 320 × 96 looks sharp on every
        screen.
      </span>
    </div>
  )
}

/**
 * Reads the file as a `data:` URI, or returns the mistake in it. The file's content decides its type, not its name.
 */
async function readLogo(file: File): Promise<{ logo?: string; mistake?: string }> {
  if (file.size > maxLogoBytes) {
    const size = Math.ceil(file.size / 1000)
    return { mistake: `${file.name} has ${size} kB. The limit is 50 kB.` }
  }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )
  if (bytes === undefined) return { mistake: `${file.name} could not be read.` }
  const type = logoTypeOf(bytes)
  if (type === undefined) return { mistake: `${file.name} is not a PNG, JPEG, GIF or WebP image.` }
  const logo = `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
  if (!(await canBeShown(logo))) return { mistake: `${file.name} is damaged: browsers cannot show it.` }
  return { logo }
}

function canBeShown(logo: string): Promise<boolean> {
  const image = new Image()
  image.src = logo
  return image.decode().then(
    () => true,
    () => false,
  )
}
