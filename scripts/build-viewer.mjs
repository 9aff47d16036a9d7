// Builds the page that shows levels: one file of HTML with its script, its worker, its style and a sample level inside.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/** What some packages ask for only where they run in Node. */
const withoutNode = {
	name: 'without-node',
	setup(builder) {
		builder.onResolve({ filter: /.*/ }, ({ path }) => (isBuiltin(path) ? { path, namespace: 'none' } : undefined));
		builder.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export default {};' }));
	},
};

/** The decoder of Draco asks for a file beside it; here it lies in the page. */
const dracoInside = {
	name: 'draco-inside',
	setup(builder) {
		builder.onResolve({ filter: /^draco3dgltf$/ }, ({ path }) => ({ path, namespace: 'draco' }));
		builder.onResolve({ filter: /^draco-binary$/ }, () => ({
			path: require.resolve('draco3dgltf/draco_decoder_gltf.wasm'),
			namespace: 'wasm',
		}));
		builder.onLoad({ filter: /.*/, namespace: 'wasm' }, ({ path }) => ({
			contents: readFileSync(path),
			loader: 'binary',
		}));
		builder.onLoad({ filter: /.*/, namespace: 'draco' }, () => ({
			contents: `import decoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
				import wasmBinary from 'draco-binary';
				export default { createDecoderModule: () => decoder({ wasmBinary }) };`,
			resolveDir: root,
		}));
	},
};

/** The page saves what its view shows: it draws no plan as PNG. */
const withoutPng = {
	name: 'without-png',
	setup(builder) {
		builder.onLoad({ filter: /pictures[\\/]png[\\/]render\.ts$/ }, () => ({
			contents: 'export const pngOfSvg = undefined, pixelsOf = undefined;',
		}));
	},
};

async function bundled(entry) {
	const { outputFiles } = await build({
		entryPoints: [`${root}${entry}`],
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		charset: 'utf8',
		legalComments: 'inline',
		define: { 'process.env.NODE_ENV': '"production"' },
		plugins: [withoutNode, withoutPng, dracoInside],
		logLevel: 'warning',
	});
	return outputFiles[0].text;
}

const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Starts the page's script, which lies in the page packed: a quarter of its size. The policy names the hash of what comes out, so that no other script
 * runs.
 */
const LOADER = `(async () => {
	const packed = Uint8Array.from(atob(document.getElementById('wokflow-script').textContent), (c) => c.charCodeAt(0));
	const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
	document.body.append(Object.assign(document.createElement('script'), { text: await new Response(unpacked).text() }));
})().catch(() => {
	document.getElementById('start').textContent = 'This browser is too old for this page: it takes Chromium 80, Firefox 113, Safari 16.4 or newer.';
});`;

/** @param dir where `viewer.html` goes */
export async function buildViewer(dir) {
	const [script, worker] = await Promise.all([bundled('viewer/page.ts'), bundled('viewer/core/worker-entry.ts')]);
	const style = readFileSync(`${root}viewer/page.css`, 'utf8');
	const policy = [
		"default-src 'none'",
		`script-src ${hashOf(LOADER)} ${hashOf(script)} 'wasm-unsafe-eval'`,
		`style-src ${hashOf(style)}`,
		'img-src data: blob:',
		'worker-src blob:',
		"connect-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
	const values = {
		POLICY: policy,
		STYLE: style,
		SAMPLE: packed(readFileSync(`${root}fixtures/level/quay.glb`)),
		WORKER: packed(worker),
		SCRIPT: packed(script),
		LOADER,
	};
	const template = readFileSync(`${root}viewer/page.html`, 'utf8');
	// In one pass: what is put in may have such words in it.
	const page = template.replace(/\b(?:POLICY|STYLE|SAMPLE|WORKER|SCRIPT|LOADER)\b/g, (word) => values[word]);
	writeFileSync(`${dir}/viewer.html`, page);
	return {
		bytes: Buffer.byteLength(page),
		script: script.length,
		packedScript: values.SCRIPT.length,
		worker: worker.length,
		packedWorker: values.WORKER.length,
		sample: values.SAMPLE.length,
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	console.log(await buildViewer(process.argv[2] ?? `${root}dist`));
