// Runs worker.ts from its sources: a thread does not inherit the loader of the main one. Where the tests have built the package from the
// same sources, its own worker is started instead, which loads in a tenth of the time.
const built = process.env.WOKFLOW_BUILT_WORKER;
if (built) await import(built);
else {
	const { createRequire } = await import('node:module');
	const { pathToFileURL } = await import('node:url');
	const tsx = createRequire(import.meta.url)
		.resolve('tsx/esm/api')
		.replace(/\.cjs$/, '.mjs');
	const { register } = await import(pathToFileURL(tsx).href);
	register();
	await import('./worker.ts');
}
