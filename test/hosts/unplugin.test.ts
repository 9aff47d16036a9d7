import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, createServer, type InlineConfig, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import wokflow, { type WokflowPluginOptions } from '../../hosts/unplugin/index.ts';
import { createFilter, parseRequest, REQUEST_FILTER, requestId } from '../../hosts/unplugin/requests.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openFile } from '../../jobs/files/files.ts';
import { convert } from '../../pipeline/convert.ts';
import { convertRecipe } from '../../pipeline/recipe.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { FIXTURES, scratchFolder } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

const scratch = scratchFolder();
let projects = 0;

/** A project of its own with fixtures and an entry. */
function project(entry: string, fixtures: readonly string[]): string {
	const root = join(scratch, `project ${projects++}`);
	mkdirSync(join(root, 'scenes'), { recursive: true });
	for (const fixture of fixtures) cpSync(join(FIXTURES, fixture), join(root, 'scenes', fixture.replace(/^.*\//, '')));
	// What the plugin does with a scene is the same for two of its rooms.
	if (fixtures.includes('level/quay.glb') && !THOROUGH) writeFileSync(join(root, 'scenes/quay.glb'), smallQuayGlb());
	writeFileSync(join(root, 'main.js'), entry);
	writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
	return root;
}

function quiet(root: string, options?: WokflowPluginOptions): InlineConfig {
	return { root, configFile: false, logLevel: 'silent', plugins: [wokflow.vite(options)] };
}

/** What `wokflow convert` makes of a file. */
async function converted(path: string, output: string): Promise<Map<string, Buffer>> {
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const source = await openFile(path, context.report);
	const { files } = await convert([source], output, { recipe: convertRecipe() }, context, createRegistry());
	return new Map(files.map((file) => [file.path, Buffer.from(file.bytes)]));
}

/** Files of a folder by their names, without the hash that the bundler put in. */
function emitted(folder: string): Map<string, Buffer> {
	const names = readdirSync(folder).filter((name) => /\.[wpd][ow]k$/.test(name));
	return new Map(names.map((name) => [name.replace(/-[\w-]{8}(?=\.)/, ''), readFileSync(join(folder, name))]));
}

const LEVEL = `import url from './scenes/quay.glb?wok';\nconsole.log(url);\n`;

describe('a Vite build', () => {
	test('emits the bytes of wokflow convert and gives their address', async () => {
		const root = project(LEVEL, ['level/quay.glb']);
		await build({ ...quiet(root), base: '/game/', build: { minify: false } });
		const assets = join(root, 'dist/assets');
		const expected = (await converted(join(root, 'scenes/quay.glb'), 'quay.wok')).get('quay.wok');
		expect(
			emitted(assets)
				.get('quay.wok')
				?.equals(expected as Buffer),
		).toBe(true);
		const names = readdirSync(assets);
		const script = readFileSync(join(assets, names.find((name) => name.endsWith('.js')) as string), 'utf8');
		expect(script).toContain(`/game/assets/${names.find((name) => name.endsWith('.wok'))}`);
		expect(names.some((name) => name.endsWith('.glb'))).toBe(false);
	});

	test('doors and placeables, from the root and beside other queries', async () => {
		const entry = `import door from '/scenes/door.glb?wok-is-no-query&dwk';
import box from './scenes/placeable.glb?pwk';
import file from './scenes/door.glb?url';
console.log(door.closed, door.open1, door.open2, box, file);\n`;
		const root = project(entry, ['small/door.glb', 'small/placeable.glb']);
		await build({ ...quiet(root), build: { minify: false, assetsInlineLimit: 0 } });
		const files = emitted(join(root, 'dist/assets'));
		expect([...files.keys()].sort()).toEqual(['door0.dwk', 'door1.dwk', 'door2.dwk', 'placeable.pwk']);
		for (const [name, bytes] of await converted(join(root, 'scenes/door.glb'), 'door.dwk')) {
			expect(files.get(name)?.equals(bytes)).toBe(true);
		}
	});

	test('rooms are placed by their layout, which says nothing of doors and placeables', async () => {
		const entry = `import url from './scenes/quay_02b.glb?wok';
import box from './scenes/placeable.glb?pwk';
console.log(url, box);\n`;
		const root = project(entry, ['level/rooms/quay_02b.glb', 'level/quay.lyt', 'small/placeable.glb']);
		await build(quiet(root, { layout: 'scenes/quay.lyt' }));
		expect(emitted(join(root, 'dist/assets')).has('placeable.pwk')).toBe(true);
		const placed = emitted(join(root, 'dist/assets')).get('quay_02b.wok') as Buffer;
		const own = (await converted(join(root, 'scenes/quay_02b.glb'), 'quay_02b.wok')).get('quay_02b.wok') as Buffer;
		expect(placed.equals(own)).toBe(false);
		expect(placed.length).toBe(own.length);
	});

	test('an error of the conversion ends it, with what to do', async () => {
		const root = project(`import url from './scenes/unknown-material.glb?wok';\nconsole.log(url);\n`, [
			'small/unknown-material.glb',
		]);
		await expect(build(quiet(root))).rejects.toThrow(/Material "Stoen" is not a surface[\s\S]*Rename the material/);
		await build(quiet(root, { surface: { Stoen: 'Stone' } }));
		expect([...emitted(join(root, 'dist/assets')).keys()]).toEqual(['unknown-material.wok']);
	});

	test('a list of surfaces lies in the project, and what objects are is an option too', async () => {
		const root = project(`import url from './scenes/unknown-material.glb?wok';\nconsole.log(url);\n`, [
			'small/unknown-material.glb',
		]);
		writeFileSync(join(root, 'surfaces.txt'), 'Stoen = Stone\n');
		await build(quiet(root, { surfaces: 'surfaces.txt' }));
		const listed = emitted(join(root, 'dist/assets')).get('unknown-material.wok') as Buffer;
		await build(quiet(root, { surface: { Stoen: 'Stone' } }));
		expect(listed.equals(emitted(join(root, 'dist/assets')).get('unknown-material.wok') as Buffer)).toBe(true);
		await build(quiet(root, { surfaceNode: { '*': 'Grass' } }));
		expect(listed.equals(emitted(join(root, 'dist/assets')).get('unknown-material.wok') as Buffer)).toBe(false);
	});

	test('warnings are warnings of the build, unless strict', async () => {
		const root = project(`import url from './scenes/centimetres.obj?wok';\nconsole.log(url);\n`, [
			'small/centimetres.obj',
		]);
		const warnings: string[] = [];
		const onLog = (level: string, { message }: { message: string }): void => {
			if (level === 'warn') warnings.push(message);
		};
		await build({ ...quiet(root), build: { rolldownOptions: { onLog } } });
		expect(warnings.filter((message) => message.includes('[SCENE_SIZE_SUSPICIOUS]')).length).toBe(1);
		await expect(build(quiet(root, { strict: true }))).rejects.toThrow('[SCENE_SIZE_SUSPICIOUS]');
	});

	test('what is not included is left to others', async () => {
		const root = project(LEVEL, ['level/quay.glb']);
		await build({
			...quiet(root, { exclude: 'scenes/*' }),
			assetsInclude: ['**/*.glb'],
			build: { assetsInlineLimit: 0 },
		});
		expect(readdirSync(join(root, 'dist/assets')).some((name) => name.endsWith('.wok'))).toBe(false);
		await build(quiet(root, { include: ['scenes/*.glb'] }));
		expect(readdirSync(join(root, 'dist/assets')).some((name) => name.endsWith('.wok'))).toBe(true);
	});

	test('watching: a change of the scene or of what lies beside it builds again', async () => {
		const root = project(`import url from './scenes/room.obj?wok';\nconsole.log(url);\n`, []);
		const scene = join(root, 'scenes/room.obj');
		const library = join(root, 'scenes/room.mtl');
		const write = (width: number): void =>
			writeFileSync(scene, `mtllib room.mtl\nv 0 0 0\nv ${width} 0 0\nv 4 0 -4\nusemtl Stone\nf 1 2 3\n`);
		write(4);
		writeFileSync(library, 'newmtl Stone\nKd 1 0 0\n');
		const changed: string[] = [];
		const seer = { name: 'seer', watchChange: (id: string) => void changed.push(id) };
		const config = quiet(root);
		const watcher = (await build({
			...config,
			plugins: [...(config.plugins ?? []), seer],
			build: { watch: {} },
		})) as Rolldown.RolldownWatcher;
		let builds = 0;
		watcher.on('event', ({ code }) => {
			if (code === 'END') builds++;
		});
		afterAll(() => watcher.close());
		const width = (): number | undefined => {
			// A build that has begun has emptied the folder.
			if (!existsSync(join(root, 'dist/assets'))) return undefined;
			const bytes = emitted(join(root, 'dist/assets')).get('room.wok');
			if (bytes === undefined) return undefined;
			const at = bytes.readUInt32LE(0x4c);
			return Math.max(...[0, 1, 2].map((vertex) => bytes.readFloatLE(at + vertex * 12)));
		};
		const patience = { timeout: 30_000 };
		await vi.waitUntil(() => builds === 1 && width() === 4, patience);
		writeFileSync(library, 'newmtl Stone\nKd 0 1 0\n');
		await vi.waitUntil(() => changed.includes(library) && builds >= 2, patience);
		write(8);
		await vi.waitUntil(() => changed.includes(scene) && width() === 8, patience);
	});
});

describe('Rolldown, as such and as Rollup', () => {
	const require = createRequire(createRequire(import.meta.url).resolve('vite'));

	test.each(['rolldown', 'rollup'] as const)('%s', async (kind) => {
		const { rolldown } = (await import(pathToFileURL(require.resolve('rolldown')).href)) as typeof Rolldown;
		const root = project(LEVEL, ['level/rooms/quay_02b.glb', 'level/quay.glb']);
		const bundle = await rolldown({
			input: join(root, 'main.js'),
			plugins: [wokflow[kind]()],
			onLog: () => {},
		});
		await bundle.write({ dir: join(root, 'out'), assetFileNames: '[name][extname]' });
		const expected = (await converted(join(root, 'scenes/quay.glb'), 'quay.wok')).get('quay.wok');
		expect(
			emitted(join(root, 'out'))
				.get('quay.wok')
				?.equals(expected as Buffer),
		).toBe(true);
		expect(readFileSync(join(root, 'out/main.js'), 'utf8')).toMatch(/new URL\(['"]quay\.wok['"], *import\.meta\.url\)/);
	});
});

describe('a Vite development server', () => {
	test('serves the walkmesh, and a new one after the scene has changed', async () => {
		const root = project(LEVEL, ['level/rooms/quay_02b.glb']);
		const scene = join(root, 'scenes/quay.glb');
		cpSync(join(FIXTURES, 'level/rooms/quay_02b.glb'), scene);
		const server = await createServer({ ...quiet(root), base: '/game/', server: { port: 0, host: '127.0.0.1' } });
		afterAll(() => server.close());
		await server.listen();
		const address = server.httpServer?.address();
		const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
		const walkmesh = async (): Promise<{ url: string; bytes: Buffer }> => {
			const main = await (await fetch(`${origin}/game/main.js`)).text();
			const module = /from "([^"]*quay\.glb[^"]*)"/.exec(main)?.[1];
			const code = await (await fetch(`${origin}${module}`)).text();
			const url = JSON.parse(/export default (".*?")/.exec(code)?.[1] ?? 'null') as string;
			return { url, bytes: Buffer.from(await (await fetch(`${origin}${url}`)).arrayBuffer()) };
		};
		const first = await walkmesh();
		expect(first.url).toMatch(/^\/game\/@wokflow\/[\da-f]{16}\/quay\.wok$/);
		expect(first.bytes.equals((await converted(scene, 'quay.wok')).get('quay.wok') as Buffer)).toBe(true);

		const changed = new Promise((resolve) => server.watcher.once('change', resolve));
		cpSync(join(FIXTURES, 'small/extras.glb'), scene);
		await changed;
		// The watcher's word and the module's renewal come in no fixed order on a busy machine.
		let second = await walkmesh();
		for (let tries = 0; second.url === first.url && tries < 100; tries++) {
			await new Promise((resolve) => setTimeout(resolve, 100));
			second = await walkmesh();
		}
		expect(second.url).not.toBe(first.url);
		expect(second.bytes.equals((await converted(scene, 'quay.wok')).get('quay.wok') as Buffer)).toBe(true);
		expect((await fetch(`${origin}${first.url}`)).headers.get('content-type')).not.toBe('application/octet-stream');
	});
});

describe('what a Vite development server gives away', () => {
	const REFUSED = 'The scene is not there, or server.fs of the Vite config does not let it be read.';
	const outside = join(scratch, 'outside');
	const ask = (port: number, path: string): Promise<{ status: number; body: string }> =>
		new Promise((resolve, reject) => {
			// Not `fetch`, which takes dots out of addresses.
			get({ host: '127.0.0.1', port, path, headers: { accept: '*/*' } }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
			}).on('error', reject);
		});
	let root = '';
	let port = 0;

	beforeAll(async () => {
		mkdirSync(outside, { recursive: true });
		cpSync(join(FIXTURES, 'level/rooms/quay_02b.glb'), join(outside, 'secret.glb'));
		writeFileSync(join(outside, 'broken.obj'), 'v 0 0 nonsense-of-outside\n');
		root = project('', ['level/quay.glb']);
		cpSync(join(root, 'scenes/quay.glb'), join(root, '.env.glb'));
		cpSync(join(root, 'scenes/quay.glb'), join(root, 'scenes/key.pem'));
		cpSync(join(root, 'scenes/quay.glb'), join(root, 'scenes/private.glb'));
		symlinkSync(join(outside, 'secret.glb'), join(root, 'scenes/link.glb'));
		symlinkSync(outside, join(root, 'scenes/folder'));
		symlinkSync(join(outside, 'not-there.glb'), join(root, 'scenes/dangling.glb'));
		symlinkSync(join(root, 'scenes/private.glb'), join(root, 'scenes/public.glb'));
		const server = await createServer({
			...quiet(root),
			server: { port: 0, host: '127.0.0.1', fs: { allow: [root], deny: ['.env', '.env.*', '*.pem', 'private.*'] } },
		});
		await server.listen();
		const address = server.httpServer?.address();
		port = typeof address === 'object' ? (address?.port ?? 0) : 0;
		return () => server.close();
	});

	const queries = [
		'?import&wok',
		'?wok&import',
		'?import&pwk',
		'?import&wok&raw',
		'?raw&import&wok',
		'?url&import&wok',
		'?import&wok=&t=1',
	];
	const places: readonly (readonly [string, (file: string) => string])[] = [
		['/@fs/', (file) => `/@fs${encodeURI(join(outside, file))}`],
		['dots', (file) => `/../outside/${file}`],
		['dots below', (file) => `/scenes/../../outside/${file}`],
		['encoded dots', (file) => `/%2e%2e/outside/${file}`],
		['an encoded slash', (file) => `/scenes/..%2f..%2foutside/${file}`],
		['dots in /@fs/', (file) => `/@fs${encodeURI(root)}/../outside/${file}`],
		['encoded dots in /@fs/', (file) => `/@fs${encodeURI(root)}/%2e%2e/outside/${file}`],
		['a link to a folder', (file) => `/scenes/folder/${file}`],
		['a link to a folder in /@fs/', (file) => `/@fs${encodeURI(root)}/scenes/folder/${file}`],
		['the path as such', (file) => encodeURI(join(outside, file))],
	];

	test.each(places)('nothing by %s, and not whether it is there', async (_, place) => {
		for (const query of queries) {
			const there = await ask(port, `${place('secret.glb')}${query}`);
			const absent = await ask(port, `${place('absent.glb')}${query}`);
			const broken = await ask(port, `${place('broken.obj')}${query}`);
			expect(there.body).not.toMatch(/@wokflow|export default/);
			const shown = ({ status, body }: typeof there): string =>
				`${status} ${body}`.replaceAll(/absent\.glb|broken\.obj/g, 'secret.glb');
			expect(shown(absent), query).toBe(shown(there));
			expect(shown(broken), query).toBe(shown(there));
		}
	});

	test.each(['link.glb', 'dangling.glb', 'public.glb', 'private.glb', 'key.pem', '../.env.glb'])(
		'nor %s',
		async (name) => {
			for (const query of queries) {
				const { status, body } = await ask(port, `/scenes/${name}${query}`);
				expect(status).not.toBe(200);
				expect(body).not.toMatch(/@wokflow|export default|outside\//);
			}
			expect((await ask(port, `/scenes/${name}?import&wok`)).body).toContain(REFUSED);
		},
	);

	test('what lies inside is served, and what its own code imports', async () => {
		expect((await ask(port, '/scenes/quay.glb?import&wok')).body).toMatch(/export default "\/@wokflow\//);
		expect((await ask(port, `/@fs${encodeURI(root)}/scenes/quay.glb?import&wok`)).body).toMatch(/@wokflow/);
		writeFileSync(join(root, 'own.js'), `import url from '../outside/secret.glb?wok';\nconsole.log(url);\n`);
		const own = (await ask(port, '/own.js')).body;
		const module = /from "([^"]*secret\.glb[^"]*)"/.exec(own)?.[1] as string;
		expect((await ask(port, module)).body).toMatch(/export default "\/@wokflow\//);
	});
});

describe('the plugin', () => {
	test('refuses options that do not exist, and other bundlers', () => {
		expect(() => wokflow.vite({ wled: 1 } as never)).toThrow(
			'wokflow/unplugin has no option "wled". Did you mean "weld"? It has: backs, exclude,',
		);
		expect(() => wokflow.raw({}, { framework: 'bun', versions: {} })).toThrow(
			'wokflow/unplugin works in vite, rollup, rolldown, not in bun.',
		);
	});

	test.each([
		['./level.glb?wok', './level.glb', 'area'],
		['/a b/c.obj?pwk=', '/a b/c.obj', 'placeable'],
		['C:/a/c.gltf?v=1&dwk&t=2', 'C:/a/c.gltf', 'door'],
		['./level.glb?woks', undefined, undefined],
		['./level.wok', undefined, undefined],
		['./level.glb#?wok', './level.glb#', 'area'],
		['./level.glb?url#wok', undefined, undefined],
	] as const)('understands %s', (id, file, kind) => {
		expect(REQUEST_FILTER.test(id)).toBe(file !== undefined);
		const request = file === undefined ? undefined : { file, kind };
		expect(parseRequest(id)).toEqual(request);
		if (request !== undefined) expect(parseRequest(requestId(request))).toEqual(request);
	});

	test('globs are relative to the project, whatever its folder is called', () => {
		const filter = createFilter({ include: ['scenes/**/*.glb', '**/*.obj'], exclude: '/else/**' }, '/home/a (b)/[c]');
		expect(filter('/home/a (b)/[c]/scenes/x/y.glb')).toBe(true);
		expect(filter('\\home\\a (b)\\[c]\\scenes\\y.glb')).toBe(true);
		expect(filter('/home/scenes/y.glb')).toBe(false);
		expect(filter('/anywhere/y.obj')).toBe(true);
		expect(filter('/else/y.obj')).toBe(false);
		expect(createFilter({}, '/x')('/y/z.glb')).toBe(true);
	});
});
