import { MESH_OPTIONS } from '../../pipeline/options.ts';
import { jsonText, scriptKey, scriptLiteral } from '../../src/text/quote.ts';
import { LEVEL_FILE_OPTIONS } from './level-options.ts';

/** What `wokflow init` has found out about its input. */
export interface InitFacts {
	/** Path of the scene, layout or walkmesh, relative to the config, with slashes. */
	readonly input: string;
	/** Name of the target. */
	readonly name: string;
	readonly kind: 'scene-level' | 'layout-level' | 'conversion';
	/** Names of the rooms that were found. */
	readonly rooms: readonly string[];
	/** How rooms were recognised: by extras of nodes, or as the nodes at the top level. */
	readonly by?: 'extras' | 'top-level';
	/** For layouts: folder of the room files, if it is not the layout's own. */
	readonly folder?: string;
	/** A layout beside the scene that names its rooms. */
	readonly layout?: string;
	/** Plugin modules that the input needs, such as one with a format of the user's own. */
	readonly plugin?: readonly string[];
	/** Largest extent in metres. A level of a few centimetres or many kilometres was probably modelled in another unit. */
	readonly extent?: number;
}

const LISTED = 12;

/** A commented config for an input. @param typescript uses `defineConfig` of the package, which then has to be installed */
export function configTemplate(facts: InitFacts, typescript: boolean): string {
	const body = facts.kind === 'conversion' ? conversion(facts) : level(facts);
	const { plugin = [] } = facts;
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
	${plugin.length === 0 ? "// plugin: ['./my-stages.mjs']," : `plugin: [${plugin.map(scriptLiteral).join(', ')}],`}
}${typescript ? ')' : ''};
`;
}

/** As `configTemplate`, in JSON, which has no comments. */
export function configJson(facts: InitFacts): string {
	const target =
		facts.kind === 'conversion'
			? { input: facts.input, output: `${facts.name}.wok` }
			: {
					level: facts.input,
					out: `out/${facts.name}`,
					...(facts.folder === undefined ? {} : { roomFolder: facts.folder }),
				};
	const $schema = './node_modules/wokflow/schema/wokflow.schema.json';
	return `${jsonText({ $schema, ...(facts.plugin === undefined ? {} : { plugin: facts.plugin }), targets: { [facts.name]: target } }, '\t')}\n`;
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
		'// snap: 0.01,',
		'',
		'// What is not written besides the walkmeshes; everything is by default.',
		...Object.keys(LEVEL_FILE_OPTIONS)
			.filter((name) => name !== 'newVis')
			.map((name) => `// ${name}: false,`),
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
		return [found, folder === undefined ? "// roomFolder: 'rooms'," : `roomFolder: ${scriptLiteral(folder)},`, ''];
	const how =
		by === 'extras' ? 'Their nodes say so in their extras.' : 'They are the highest nodes that stand side by side.';
	return [found, ...(rooms.length === 0 ? [] : [`// ${how}`]), "// roomPattern: 'm01*',", ''];
}

function conversion({ input, name, extent }: InitFacts): string[] {
	return [
		`input: ${scriptLiteral(input)},`,
		'// The extension says the format.',
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
		"// up: 'y',",
		"// unit: 'm',",
		'',
		'// Surfaces of materials whose names mean none.',
		"// surface: { 'Floor*': 'Stone' },",
		'// Or a list of them: `wokflow init --surfaces SCENE` writes one to fill in.',
		"// surfaces: 'surfaces.txt',",
		'',
		'// Vertices closer than `weld` become one; faces that look down: flip, keep or refuse.',
		`// weld: ${MESH_OPTIONS.weld.default},`,
		"// orient: 'keep',",
	];
}
