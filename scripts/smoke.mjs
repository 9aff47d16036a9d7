// Packs the package, installs the tarball in an empty folder, and uses it there as a stranger would: as a command, as a library, as types, whose resolution
// attw checks; with --engines in other versions of Node, Deno and Bun, too.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wokflow-smoke-'));
const run = (command, args, cwd = folder) =>
	execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
	const [{ filename, size, files: packed }] = JSON.parse(
		run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
	);
	console.log(`${filename}: ${size} bytes, ${packed.length} files`);
	const modules = packed.filter(({ path }) => /^dist\/(?!(?:browser|command)\/)/.test(path));
	if (modules.length >= 90)
		throw new Error(
			'dist/ has 90 files or more beside those for browsers and parts of the command: see what scripts/build.mjs makes of them',
		);
	checkLinks(packed.map(({ path }) => path));
	writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }\n');
	run('npm', ['install', '--no-audit', '--no-fund', '--omit=dev', join(folder, filename)]);
	copyFileSync(join(root, 'fixtures/level/quay.glb'), join(folder, 'quay.glb'));

	run('npx', ['--no-install', 'wokflow', 'convert', 'quay.glb', 'quay.wok', '--quiet']);
	run('npx', ['--no-install', 'wokflow', 'convert', 'quay.wok', 'back.glb', '--quiet']);
	run('npx', ['--no-install', 'wokflow', 'convert', 'back.glb', 'again.wok', '--quiet']);
	if (!readFileSync(join(folder, 'quay.wok')).equals(readFileSync(join(folder, 'again.wok'))))
		throw new Error('the round trip changed the walkmesh');

	writeFileSync(
		join(folder, 'use.ts'),
		`import { decodeBwm, Report, type BwmFile } from 'wokflow';
import { sort, weld } from 'wokflow/stages';
import { pipeline } from 'wokflow/node';
import { readFileSync } from 'node:fs';
const file: BwmFile = decodeBwm(readFileSync('quay.wok'), new Report());
const result = await pipeline().read('quay.glb').stage(weld(), sort()).run('out.wok');
console.log(file.materials.length, result.files.length);
`,
	);
	writeFileSync(
		join(folder, 'tsconfig.json'),
		'{ "compilerOptions": { "module": "nodenext", "moduleResolution": "nodenext", "target": "es2023", "strict": true, "outDir": ".", "skipLibCheck": false, "types": ["node"] }, "files": ["use.ts"] }\n',
	);
	run('npm', ['install', '--no-audit', '--no-fund', '@types/node@20', 'typescript@5.9', '@arethetypeswrong/cli@0.18']);
	run('npx', ['--no-install', 'attw', filename, '--profile', 'esm-only']);
	run('npx', ['--no-install', 'tsc', '-p', '.']);
	const [faces, files] = run('node', ['use.js']).trim().split(' ').map(Number);
	if (faces !== 8562 || files !== 1) throw new Error(`the library gave ${faces} faces and ${files} files`);
	if (process.argv.includes('--engines')) tryEngines(faces);
	console.log('The packed package works as command, library and types.');
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** What the README and the documentation link to is in the package, and source maps are not. */
function checkLinks(paths) {
	const pages = ['README.md', ...paths.filter((path) => /^docs\/[^/]+\.md$/.test(path))];
	const targets = pages.flatMap((page) =>
		[...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) =>
			posix.join(posix.dirname(page), target).replace(/\/$/, ''),
		),
	);
	const lost = targets.filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)));
	if (targets.length <= 100 || lost.length > 0)
		throw new Error(
			`of ${targets.length} links of the documentation these lead out of the package: ${lost.join(', ')}`,
		);
	if (paths.some((path) => path.endsWith('.map'))) throw new Error('the package has source maps');
}

/** The same program in other engines, as npm has them. */
function tryEngines(faces) {
	const builds = `${process.platform}-${process.arch}`;
	const nodes = [20, 22, 24].map((version) => `node${version}@npm:node-${builds}@${version}`);
	run('npm', ['install', '--no-audit', '--no-fund', ...nodes, 'deno', 'bun']);
	const bin = (path) => join(folder, 'node_modules', path);
	const engines = [
		...[20, 22, 24].map((version) => [bin(`node${version}/bin/node`)]),
		[bin('.bin/deno'), 'run', '--allow-all'],
		[bin('.bin/bun')],
	];
	for (const [program, ...args] of engines) {
		const [version] = run(program, ['--version']).trim().split('\n');
		const said = run(program, [...args, 'use.js']).trim();
		if (said !== `${faces} 1`) throw new Error(`${program} ${args.join(' ')}: ${said}`);
		console.log(`${program.slice(bin('').length)} ${version}: right`);
	}
}
