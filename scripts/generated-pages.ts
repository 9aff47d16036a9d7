import { join } from 'node:path';
import { convertRecipe, createRegistry, levelRecipe, pipeline } from '../pipeline/index.ts';
import { CATALOGUE_AREAS, type FindingType } from '../src/findings/index.ts';
import { formatPictures } from './format-pictures.ts';

/** Every generated page and picture by its path below the root. */
export async function generatedPages(): Promise<Map<string, string>> {
	return new Map([
		['docs/findings.md', findingsPage()],
		['docs/stages.md', stagesPage()],
		['docs/pictures/quay.svg', await planOfFixture()],
		...formatPictures(),
	]);
}

/** The picture in the README: what `wokflow level fixtures/level/quay.glb out/` draws. */
async function planOfFixture(): Promise<string> {
	const scene = join(import.meta.dirname, '../fixtures/level/quay.glb');
	const { files } = await pipeline()
		.read(scene)
		.recipe([...convertRecipe(), ...levelRecipe()])
		.run('out/');
	const plan = files.find(({ path }) => path.endsWith('.svg'));
	return new TextDecoder().decode(plan?.bytes);
}

const AREA_TITLES: Readonly<Record<keyof typeof CATALOGUE_AREAS, string>> = {
	bwm: 'Binary walkmeshes',
	gltf: 'glTF and GLB',
	obj: 'OBJ',
	scene: 'Scenes of any format',
	ascii: 'ASCII walkmeshes',
	layout: 'Layouts and visibility files',
	twoda: 'Surface tables (2DA)',
	mesh: 'Cleaning',
	derive: 'Deriving tables',
	survey: 'Looking at a walkmesh',
	rooms: 'Rooms of a level',
	level: 'Links between rooms',
	compare: 'Comparing, identifying, making collision',
	build: 'Files, formats, builds',
};

function findingsPage(): string {
	const lines = [
		'# Findings',
		'',
		'Everything wokflow can tell about an input or an output. Generated from `src/findings/catalogue/` by `npm run docs`.',
		'',
		'| severity | meaning | exit code |',
		'|---|---|---|',
		'| fatal | the input could not be read | 3 |',
		'| error | nothing is written for it | 1 |',
		'| warning | the output stands; somebody should look. `--strict` makes it an error | 0 |',
		'| info | what was assumed or done | 0 |',
		'',
	];
	for (const [area, types] of Object.entries(CATALOGUE_AREAS)) {
		lines.push(
			`## ${AREA_TITLES[area as keyof typeof CATALOGUE_AREAS]}`,
			'',
			'| code | severity | what to do |',
			'|---|---|---|',
		);
		for (const [code, { severity, help }] of Object.entries(types as Record<string, FindingType>)) {
			lines.push(`| \`${code}\` | ${severity} | ${help.replaceAll('|', '\\|')} |`);
		}
		lines.push('');
	}
	return lines.join('\n');
}

function stagesPage(): string {
	const lines = [
		'# Stages',
		'',
		'The stages a recipe can name, with their options and defaults. Generated from `pipeline/stages/` by `npm run docs`.',
		'A recipe is a list of names, or of pairs of a name and options: `["weld", ["orient", { "mode": "flip" }], "sort"]`.',
		'',
		'| stage | works on | what it does | options and defaults |',
		'|---|---|---|---|',
	];
	for (const { stageName, subject, summary, defaults } of createRegistry().stages) {
		const options = Object.entries(defaults as Record<string, unknown>).map(
			([key, value]) => `\`${key}\`: ${JSON.stringify(value)}`,
		);
		lines.push(
			`| \`${stageName}\` | ${subject} | ${summary.replaceAll('|', '\\|')} | ${options.join(', ') || 'none'} |`,
		);
	}
	return `${lines.join('\n')}\n`;
}
