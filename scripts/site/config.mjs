import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('../docs', import.meta.url));

/** The groups of docs/README.md: a heading each, and the pages that its list links to. */
function groups() {
	const text = readFileSync(`${docs}/README.md`, 'utf8');
	return text
		.split(/^## /m)
		.slice(1)
		.map((part) => ({
			text: part.slice(0, part.indexOf('\n')).trim(),
			items: [...part.matchAll(/\[([^\]]+)\]\(([\w./-]+)\.md\)/g)].map(([, name, path]) => ({
				text: titleOf(`${docs}/${path}.md`) ?? name,
				link: path.startsWith('../') ? `/${path.slice(3)}` : `/docs/${path}`,
			})),
		}));
}

function titleOf(file) {
	return existsSync(file) ? /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1].replaceAll('`', '') : undefined;
}

/** The pages of a folder by their titles. */
function pagesOf(folder) {
	return readdirSync(`${docs}/${folder}`, { recursive: true })
		.filter((path) => path.endsWith('.md'))
		.sort()
		.map((path) => ({
			text: titleOf(`${docs}/${folder}/${path}`) ?? path.slice(0, -3),
			link: `/docs/${folder}/${path.slice(0, -3)}`,
		}));
}

export default defineConfig({
	title: 'wokflow',
	description: 'Modelled levels to Knights of the Old Republic walkmeshes and back',
	cleanUrls: false,
	lastUpdated: false,
	// Without this a folder .vitepress is left beside package.json.
	cacheDir: fileURLToPath(new URL('../../site-cache', import.meta.url)),
	// Pages are written for any reader of Markdown: what looks like a tag in them is text.
	markdown: { html: false },
	themeConfig: {
		search: { provider: 'local' },
		nav: [
			{ text: 'Documentation', link: '/docs/README' },
			{ text: 'Commands', link: '/docs/commands/convert' },
			{ text: 'Library', link: '/docs/library' },
			{ text: 'Changes', link: '/CHANGELOG' },
		],
		sidebar: {
			'/docs/reference/': [{ text: 'Reference', items: pagesOf('reference') }],
			'/docs/commands/': [{ text: 'Commands', items: pagesOf('commands') }],
			'/': groups(),
		},
		outline: [2, 3],
	},
});
