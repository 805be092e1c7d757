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
    // A transaction of Knex's own would know nothing of time limits, nor that the pool must not be asked in it.
    files: ['server/**/*.ts'],
    ignores: ['server/db/transaction.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='transaction']",
          message: 'Use inTransaction (server/db/transaction.ts).',
        },
      ],
    },
  },
  {
    // Replies are read as they come: call() has held them against the contract.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // These print what they were asked for, or have to show something.
    files: [
      'server/cli/**/*.ts',
      'server/run-service.ts',
      'scripts/contract/{check,release}.ts',
      'examples/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
)
