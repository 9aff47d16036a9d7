// Builds the documentation site into site/: the pages of docs/ with search, the reference by entry, and the page of `wokflow view` with the fixture level on
// its first screen. `npm run site` builds the package first. VitePress fails on links that lead nowhere.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const source = join(root, 'out/site');
const PAGES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'THIRD-PARTY.md'];

rmSync(source, { recursive: true, force: true });
mkdirSync(join(source, 'public'), { recursive: true });
cpSync(join(root, 'docs'), join(source, 'docs'), { recursive: true });
for (const page of PAGES) cpSync(join(root, page), join(source, page));
cpSync(join(root, 'scripts/site'), join(source, '.vitepress'), { recursive: true });

/** Files that pages link to and that are no pages (schemas, examples, folders of the repository) are put beside them. */
const pages = readdirSync(source, { recursive: true }).filter((path) => path.endsWith('.md'));
for (const page of pages) {
	const path = join(source, page);
	const text = readFileSync(path, 'utf8');
	const linked = text.replace(/\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (whole, target) => {
		const file = join(root, dirname(page), target);
		const inSite = relative(root, file);
		if (target.endsWith('.md') || !existsSync(file) || existsSync(join(source, inSite))) {
			// A file beside the pages is asked for by its address, and is no page.
			if (/\.(?:md|svg|png)$/.test(target)) return whole;
			return existsSync(file) && /\.\w+$/.test(target) ? filed(inSite, file) : whole;
		}
		return /\.\w+$/.test(target) ? filed(inSite, file) : whole;
	});
	if (linked !== text) writeFileSync(path, linked);
}

function filed(path, file) {
	const copy = join(source, 'public', path);
	mkdirSync(dirname(copy), { recursive: true });
	cpSync(file, copy);
	return `](/${path})`;
}

execFileSync(
	process.execPath,
	[join(root, 'dist/cli.cjs'), 'view', 'fixtures/level/quay.glb', '-o', join(source, 'public/quay.html'), '--force'],
	{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
writeFileSync(join(source, 'index.md'), readFileSync(join(root, 'scripts/site/home.md'), 'utf8'));
rmSync(join(source, '.vitepress/home.md'));
await build(source, { outDir: join(root, 'site') });
