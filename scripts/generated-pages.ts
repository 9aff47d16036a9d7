import { join } from 'node:path';
import { CATALOGUES } from '../pipeline/catalogues.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import { pipeline } from '../pipeline/pipeline.ts';
import { convertRecipe, levelRecipe } from '../pipeline/recipe.ts';
import { commandLine, flagText } from '../src/findings/advice.ts';
import type { Action, FindingType } from '../src/findings/report.ts';
import { docsRow, type Options } from '../src/options/options.ts';
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

function findingsPage(): string {
	const lines = [
		'# Findings',
		'',
		'Everything wokflow can tell about an input or an output. Generated from the catalogues of those who report, by `npm run docs`.',
		'',
		'| severity | meaning | exit code |',
		'|---|---|---|',
		'| fatal | the input could not be read | 3 |',
		'| error | nothing is written for it | 1 |',
		'| warning | the output stands; somebody should look. `--strict` makes it an error | 0 |',
		'| info | what was assumed or done | 0 |',
		'',
	];
	for (const [title, types] of Object.entries(CATALOGUES)) {
		lines.push(`## ${title}`, '', '| code | severity | what to do | on the command line |', '|---|---|---|---|');
		for (const type of Object.values(types)) {
			const typed = actionsOf(type).map(
				(action) => `\`${'option' in action ? flagText(action) : commandLine(action)}\``,
			);
			lines.push(`| \`${type.code}\` | ${type.severity} | ${cell(type.help)} | ${cell(typed.join(', '))} |`);
		}
		lines.push('');
	}
	return lines.join('\n');
}

/** The actions of a type, with the names of its data, in capitals, for values that only a finding has. */
export function actionsOf({ actions }: FindingType): readonly Action[] {
	const names = new Proxy({}, { get: (_, name) => String(name).toUpperCase() });
	return (actions as ((data: object) => readonly Action[]) | undefined)?.(names) ?? [];
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

function stagesPage(): string {
	const { stages } = createRegistry();
	const lines = [
		'# Stages',
		'',
		'The stages a recipe can name, with their options and defaults. Generated from `pipeline/stages/` by `npm run docs`.',
		'A recipe is a list of names, or of pairs of a name and options: `["weld", ["orient", { "mode": "flip" }], "sort"]`.',
		'',
		'| stage | works on | what it does |',
		'|---|---|---|',
		...stages.map(({ stageName, subject, summary }) => `| \`${stageName}\` | ${subject} | ${cell(summary)} |`),
	];
	for (const { stageName, options } of stages) {
		if (Object.keys(options).length > 0) lines.push('', `## ${stageName}`, '', ...optionTable(options));
	}
	return `${lines.join('\n')}\n`;
}

function optionTable(options: Options): string[] {
	const rows = Object.entries(options).map(([name, option]) => docsRow(name, option));
	return ['| option | what it does | values | default |', '|---|---|---|---|', ...rows];
}
