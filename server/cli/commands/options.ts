/** Options that many commands take. */

export const workspaceOption = ['--workspace <id>', 'the workspace (needed where there are several)'] as const
export const jsonOption = ['--json', 'print JSON'] as const
