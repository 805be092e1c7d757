/** Options that many commands take. */

export const workspaceOption = ['--workspace <id>', 'the workspace (needed if there are several)'] as const
export const jsonOption = ['--json', 'print JSON'] as const
