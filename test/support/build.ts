import {
	copyFileSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILT } from './built.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const BUILDING = ['build', 'build-viewer'].map((name) => `scripts/${name}.mjs`);

/** Brings the built package up to date: bundled as users get it, without its declarations. */
export async function bringUpToDate(): Promise<void> {
	const stamp = join(BUILT, 'stamp.json');
	const times = sources().map((path): [string, number] => [path, changedAt(path)]);
	const state = JSON.stringify(times);
	if (readIfThere(stamp) === state) return;
	mkdirSync(BUILT, { recursive: true });
	const { buildPackage } = (await import(pathToFileURL(join(ROOT, 'scripts/build.mjs')).href)) as {
		buildPackage(folder: string, options: { types: boolean }): Promise<void>;
	};
	// Another run of the tests may be reading the old one.
	const fresh = join(BUILT, `dist.${process.pid}`);
	// `npm run build` has just made the same; the page is the last part of it that counts here.
	if (changedAt('dist/viewer.html') > Math.max(...times.map(([, time]) => time)))
		cpSync(join(ROOT, 'dist'), fresh, { recursive: true });
	else await buildPackage(fresh, { types: false });
	rmSync(join(BUILT, 'dist'), { recursive: true, force: true });
	renameSync(fresh, join(BUILT, 'dist'));
	copyFileSync(join(ROOT, 'package.json'), join(BUILT, 'package.json'));
	writeFileSync(stamp, state);
}

function sources(): string[] {
	const { include } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.build.json'), 'utf8')) as { include: string[] };
	const files = [...include, 'viewer'].flatMap((part) =>
		part.endsWith('.ts')
			? [part]
			: readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
					.filter((name) => /\.(?:m?ts|json|html|css)$/.test(name))
					.map((name) => join(part, name)),
	);
	return [...files, ...BUILDING, 'package.json'].sort();
}

/** When a file was changed last, by its time; before all others where it is missing. */
function changedAt(path: string): number {
	return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}

function readIfThere(path: string): string | undefined {
	return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, 'utf8');
}
