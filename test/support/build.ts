import {
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BUILT } from './built.ts';
import { javaScript } from './javascript.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Brings the built package up to date. Only what is older than its source is made again. */
export async function bringUpToDate(): Promise<void> {
	const wanted = new Set<string>();
	const { include } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.build.json'), 'utf8')) as { include: string[] };
	for (const part of include) {
		for (const source of sourcesOf(part)) {
			const target = source.replace(/\.(m?)ts$/, '.$1js');
			wanted.add(target);
			await build(join(ROOT, source), join(BUILT, 'dist', target));
		}
	}
	for (const name of readdirSync(join(BUILT, 'dist'), { recursive: true, encoding: 'utf8' }))
		if (/\.(m?js|json)$/.test(name) && !wanted.has(name)) rmSync(join(BUILT, 'dist', name));
	copyFileSync(join(ROOT, 'package.json'), join(BUILT, 'package.json'));
}

function sourcesOf(part: string): string[] {
	if (part.endsWith('.ts')) return [part];
	return readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
		.filter((name) => /(?<!\.d)\.(m?ts|json)$/.test(name))
		.map((name) => join(part, name));
}

async function build(source: string, target: string): Promise<void> {
	if ((statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= statSync(source).mtimeMs) return;
	const text = readFileSync(source, 'utf8');
	const code = source.endsWith('.json') ? text : await javaScript(text, source);
	mkdirSync(dirname(target), { recursive: true });
	// Another run of the tests may be reading the file.
	const temporary = `${target}.${process.pid}`;
	writeFileSync(temporary, code);
	renameSync(temporary, target);
}
