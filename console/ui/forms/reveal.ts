/** Opens the folded parts of the page around an element, so that it is seen and can get the focus. */
export function reveal(element: Element | null): void {
  const fold = element?.parentElement?.closest('details')
  if (fold == null) return
  fold.open = true
  reveal(fold)
}
