/** Keeps addresses out of the files of a ledger in clear. */
export interface LedgerAddresses {
  /** What stands for an address in its workspace, and the address sealed. */
  hide(workspaceId: string, address: string): { readonly who: string; readonly sealed: string }
  /** @returns undefined where it was sealed by another service, or is damaged */
  reveal(workspaceId: string, sealed: string): string | undefined
}
