// Conversions by themselves: importers, stages and exporters are copied into an empty folder without levels, checks, pictures, the game, builds, the page
// and the command line, and must pass the type check and all tests that need nothing else. `npm run card`
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importGraph, linesOf, ROOT, reachedFrom } from './imports.mjs';

const CARD = /^(?:src|importers|exporters|pipeline)\//;
const BESIDE = /^(?:test|fixtures|bench)\//;

const graph = importGraph();
const card = [...graph.keys()].filter((file) => CARD.test(file));
const tests = [...graph.keys()].filter(
	(file) =>
		file.endsWith('.test.ts') &&
		// These are about the repository as a whole.
		!file.startsWith('test/structure/') &&
		[...reachedFrom(graph, [file])].every((each) => CARD.test(each) || BESIDE.test(each)),
);
const outside = [...reachedFrom(graph, card)].filter((file) => !CARD.test(file));
if (outside.length > 0) throw new Error(`Conversions import what lies above them: ${outside.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'wokflow-card-'));
try {
	const needed = [
		...card,
		...reachedFrom(graph, [...tests, 'test/support/seed.ts']),
		'package.json',
		'vitest.config.ts',
	];
	const data = ['importers/obj/obj-file-parser-types.d.ts', 'importers/gltf/draco3dgltf.d.ts'];
	for (const file of new Set([...needed, ...data])) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		cpSync(`${ROOT}${file}`, join(folder, file));
	}
	// Inputs and files to compare with.
	for (const each of ['fixtures', 'test', 'docs', 'README.md', 'SECURITY.md', 'scripts', 'schema'])
		cpSync(`${ROOT}${each}`, join(folder, each), { recursive: true, filter: (path) => !/\.(?:ts|mts)$/.test(path) });
	symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
	const config = { extends: `${ROOT}tsconfig.json`, compilerOptions: { rootDir: '.' }, include: card };
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
	// The whole run also builds the package and counts which findings were reported; neither can be here.
	const setup = `import base from './vitest.config.ts';
export default { ...base, test: { ...base.test, globalSetup: [], setupFiles: ['test/support/seed.ts'] } };
`;
	writeFileSync(join(folder, 'vitest.card.config.ts'), setup);
	const run = (...args) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
	run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json');
	run('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.card.config.ts', ...process.argv.slice(2));
	const lines = card.reduce((sum, file) => sum + linesOf(file), 0);
	console.log(`Conversions alone: ${card.length} files, ${lines} lines; ${tests.length} test files passed.`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
