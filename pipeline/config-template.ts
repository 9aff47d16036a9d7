import { jsonText, scriptKey, scriptLiteral } from '../src/text/quote.ts';

/** What `wokflow init` knows of the input at hand. */
export interface InitFacts {
	/** Path of the scene, layout or walkmesh, relative to the config, with slashes. */
	readonly input: string;
	/** Name of the target. */
	readonly name: string;
	readonly kind: 'scene-level' | 'layout-level' | 'conversion';
	/** Names of the rooms that were found. */
	readonly rooms: readonly string[];
	/** What told rooms apart. */
	readonly by?: 'extras' | 'top-level';
	/** For layouts: folder of the room files, where it is not beside the layout. */
	readonly folder?: string;
	/** A layout beside the scene that names its rooms. */
	readonly layout?: string;
	/** Largest extent in metres: a level of a few centimetres or many kilometres has another unit. */
	readonly extent?: number;
}

const LISTED = 12;

/** A commented config for an input. @param typescript uses `defineConfig` of the package, which then has to be installed */
export function configTemplate(facts: InitFacts, typescript: boolean): string {
	const body = facts.kind === 'conversion' ? conversion(facts) : level(facts);
	const head = typescript
		? "import { defineConfig } from 'wokflow/node';\n\nexport default defineConfig({"
		: "/** @type {import('wokflow/node').WokflowConfig} */\nexport default {";
	return `// What \`wokflow build\` makes. Paths are relative to this file; lengths are metres. docs/build.md has every key.\n${head}
	targets: {
		${scriptKey(facts.name)}: {
${body.map((line) => (line === '' ? '' : `\t\t\t${line}`)).join('\n')}
		},
	},
	// Stages, importers and exporters of your own:
	// plugins: ['./my-stages.mjs'],
}${typescript ? ')' : ''};
`;
}

/** The same as plain JSON, which has no comments. */
export function configJson(facts: InitFacts): string {
	const target =
		facts.kind === 'conversion'
			? { input: facts.input, output: `${facts.name}.wok` }
			: {
					level: facts.input,
					out: `out/${facts.name}`,
					...(facts.folder === undefined ? {} : { rooms: { folder: facts.folder } }),
				};
	const $schema = './node_modules/wokflow/schema/wokflow.schema.json';
	return `${jsonText({ $schema, targets: { [facts.name]: target } }, '\t')}\n`;
}

function level({ input, name, kind, rooms, by, folder, layout, extent }: InitFacts): string[] {
	const isLayout = kind === 'layout-level';
	return [
		isLayout ? '// A layout with a file for each room.' : '// A scene with a node for each room.',
		`level: ${scriptLiteral(input)},`,
		'// Where the walkmeshes, layout, visibility file, plan, GLB and report go.',
		`out: ${scriptLiteral(`out/${name}`)},`,
		'',
		...roomLines(rooms, by, folder, isLayout),
		...(layout === undefined || isLayout
			? []
			: [
					`// \`level: ${scriptLiteral(layout)}\`, which lies beside it, builds from the rooms' own files instead.`,
					'',
				]),
		...shared(extent),
		'',
		'// Link edges up to this far apart by moving them together.',
		'// link: { snap: 0.01 },',
		'',
		'// What is written besides the walkmeshes; everything by default.',
		'// outputs: { lyt: true, vis: true, glb: true, plan: true, report: true },',
	];
}

function roomLines(
	rooms: readonly string[],
	by: InitFacts['by'],
	folder: string | undefined,
	isLayout: boolean,
): string[] {
	const more = rooms.length - LISTED;
	const names = `${rooms.slice(0, LISTED).map(scriptLiteral).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	const found = rooms.length === 0 ? '// No rooms were found.' : `// ${rooms.length} rooms: ${names}.`;
	if (isLayout)
		return [
			found,
			folder === undefined ? "// rooms: { folder: 'rooms' }," : `rooms: { folder: ${scriptLiteral(folder)} },`,
			'',
		];
	const how =
		by === 'extras' ? 'Their nodes say so in their extras.' : 'They are the highest nodes that stand side by side.';
	return [found, ...(rooms.length === 0 ? [] : [`// ${how}`]), "// rooms: { pattern: 'm01*' },", ''];
}

function conversion({ input, name, extent }: InitFacts): string[] {
	return [
		`input: ${scriptLiteral(input)},`,
		'// The ending says the format.',
		`output: ${scriptLiteral(`${name}.wok`)},`,
		'',
		...shared(extent),
	];
}

function shared(extent: number | undefined): string[] {
	const size =
		extent === undefined ? [] : [`// It measures ${Number(extent.toPrecision(3))} m across if its unit is the metre.`];
	return [
		...size,
		"// read: { up: 'y', unit: 'm' },",
		'',
		'// Surfaces of materials whose names mean none.',
		"// surfaces: { 'Floor*': 'Stone' },",
		'',
		'// Vertices closer than `weld` become one; faces that look down: flip, keep or refuse.',
		"// mesh: { weld: 0.0001, orient: 'keep' },",
	];
}
