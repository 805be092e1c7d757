/** A text whose lines break behind the "@" of an address rather than within a name beside it. */
export function Breakable({ text }: { text: string }) {
  const [first, ...others] = text.split(/(?<=@)/)
  return (
    <>
      {first}
      {others.flatMap((part, index) => [<wbr key={index} />, part])}
    </>
  )
}
