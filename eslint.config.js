import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', '**/dist/', 'generated/', 'data/', 'coverage/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
    },
  },
  {
    // These two print what they were asked for.
    files: ['server/cli/**/*.ts', 'server/main.ts'],
    rules: { 'no-console': 'off' },
  },
)
