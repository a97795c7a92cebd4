import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
    { ignores: ["node_modules", "src/generated"] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    {
        linterOptions: { reportUnusedDisableDirectives: "error" },
        languageOptions: { globals: globals.browser },
        rules: {
            eqeqeq: ["error", "always", { null: "ignore" }],
            // Maps and sets are built once and then replaced as a whole, so they needn't be reactive.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
);
