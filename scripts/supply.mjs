// What the package brings along, from the lock alone, so that it is the same on every machine: `sbom.cdx.json`, a software bill of materials
// (CycloneDX 1.5), and `THIRD-PARTY.md`, the licences. With --write they are written, otherwise compared: exit code 1 if they differ.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** What lies inside of wokflow's own files, though no installation brings it. */
const INSIDE = [
	['@fontsource/noto-sans', 'its letters inside of PNG pictures and of the code that draws them'],
	['fflate', 'inside of the page of `wokflow view`'],
	['three', 'inside of the page of `wokflow view`'],
];

/** Every package of the lock, by path. */
const locked = Object.entries(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages)
	.filter(([path]) => path !== '')
	.map(([path, entry]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }));

/** Those that an installation of wokflow brings. */
const installed = locked.filter(({ dev, peer, devOptional }) => !dev && !peer && !devOptional);
/** Those that wokflow's own files contain something of. */
const inside = INSIDE.map(([name]) => locked.find(({ path }) => path === `node_modules/${name}`));

/** The installed package that `name` means for the package at `path`: the nearest one upwards, as Node looks for it. */
function resolved(name, path) {
	for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
		const found = installed.find((each) => each.path === `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
		if (found !== undefined || folder === '') return found;
		if (!folder.includes('/node_modules/')) folder = '/node_modules/';
	}
}

const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const unique = (list) => [...new Set(list)].sort();

function dependsOn(path, { dependencies = {}, optionalDependencies = {} }) {
	const names = Object.keys({ ...dependencies, ...optionalDependencies });
	return unique(names.flatMap((name) => resolved(name, path) ?? []).map(purl));
}

function billOfMaterials() {
	const seen = new Map([...installed, ...inside].map((each) => [purl(each), each]));
	const ref = purl(own);
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.5',
		version: 1,
		metadata: {
			component: {
				'bom-ref': ref,
				type: 'library',
				name: own.name,
				version: own.version,
				purl: ref,
				licenses: [{ license: { id: own.license } }],
			},
		},
		components: [...seen]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([id, { name, version, license, integrity, optional }]) => ({
				'bom-ref': id,
				type: 'library',
				name,
				version,
				scope: optional ? 'optional' : 'required',
				purl: id,
				hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
				licenses: [{ license: { id: license } }],
			})),
		dependencies: [
			{ ref, dependsOn: unique([...dependsOn('', own), ...inside.map(purl)]) },
			...[...seen]
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([id, each]) => ({ ref: id, dependsOn: inside.includes(each) ? [] : dependsOn(each.path, each) })),
		],
	};
}

/** The text of a package's licence; the many packages that hold one for each platform are as the package that asks for them. */
function licenceText({ path, optional }) {
	if (optional) return undefined;
	const name = readdirSync(`${root}${path}`)
		.sort()
		.find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file));
	return name === undefined
		? undefined
		: readFileSync(`${root}${path}/${name}`, 'utf8').replaceAll('\r\n', '\n').trim();
}

function licencesInside() {
	return INSIDE.flatMap(([name, where]) => {
		const path = `node_modules/${name}`;
		const { version } = JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8'));
		return [`## ${name} ${version}, ${where}`, '', '```text', licenceText({ path }), '```', ''];
	});
}

function licences() {
	const rows = new Map(installed.map((each) => [`${each.name} ${each.version}`, each]));
	const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
	const texts = new Map();
	for (const [key, each] of sorted) {
		const text = licenceText(each);
		if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), key]);
	}
	return [
		'# What wokflow stands on, and under which licences',
		'',
		'Made from `package-lock.json` by `npm run docs`. Every package that an installation brings; those marked optional only where they fit the machine.',
		'',
		'| Package | Version | Licence |',
		'| --- | --- | --- |',
		...sorted.map(
			([, { name, version, license, optional }]) =>
				`| ${name} | ${version} | ${license}${optional ? ', optional' : ''} |`,
		),
		'',
		...[...texts].flatMap(([text, names]) => [`## ${names.join(', ')}`, '', '```text', text, '```', '']),
		...licencesInside(),
	].join('\n');
}

const files = {
	'sbom.cdx.json': `${JSON.stringify(billOfMaterials(), null, '\t')}\n`,
	'THIRD-PARTY.md': licences(),
};
for (const [name, text] of Object.entries(files)) {
	if (process.argv.includes('--write')) writeFileSync(`${root}${name}`, text);
	else if (!existsSync(`${root}${name}`) || readFileSync(`${root}${name}`, 'utf8') !== text) {
		console.error(`${name} is out of date: npm run docs`);
		process.exitCode = 1;
	}
}
