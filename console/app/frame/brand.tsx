/** The sign of Postseal: an envelope under a seal. */
export function Brand({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#3b5bdb" />
      <path d="M7 11.500h18V22a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 7 22z" fill="#fff" />
      <path
        d="M7.500 11.500 16 18.200l8.500-6.700"
        fill="none"
        stroke="#3b5bdb"
        stroke-width="2"
        stroke-linejoin="round"
      />
      <circle cx="23" cy="10" r="4.500" fill="#e8590c" stroke="#3b5bdb" stroke-width="1.500" />
    </svg>
  )
}
