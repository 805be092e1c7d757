export function bodyForFrame(html: string, indexes: ReadonlyMap<string | undefined, number>): string
export function hasRemoteImages(html: string): boolean
export function roughText(html: string, length: number): string
