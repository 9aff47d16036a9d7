import { transformWithOxc } from 'vite';

/** TypeScript without its types; `tsc` looks at them elsewhere. */
export async function javaScript(text: string, name: string): Promise<string> {
	const { code } = await transformWithOxc(text, name, {
		target: 'es2023',
		sourcemap: false,
		typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
	});
	return code;
}
