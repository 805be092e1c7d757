import { Screen } from '../../app/screen.js'

/** Every part of `ui/` in every state, to look at while one works on them. */
export default function Gallery() {
  return <Screen title="Gallery">…</Screen>
}
