import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/catalogue/database/schema',
  out: './drizzle',
  casing: 'snake_case',
})
