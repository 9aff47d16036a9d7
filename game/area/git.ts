import { UsageError } from '../../src/findings/report.ts';
import { distanceBetween } from '../../src/math/vec3.ts';
import { LONGEST_NAME, type ObjectPlacement, THING_KINDS } from '../../src/model/level.ts';
import { excerpt } from '../../src/text/text.ts';
import {
	type Gff,
	type GffField,
	type GffStruct,
	listOf,
	numberOf,
	TOP_STRUCT,
	textOf,
	vectorOf,
	withField,
} from '../gff/gff.ts';
import { THING_LISTS } from './things.ts';

/** No row of the talk table. */
export const NO_TEXT = { reference: 0xffffffff, texts: [] } as const;

/** An existing door or placeable of the same template within this distance is moved instead of adding another; metres. */
const SAME = 1;

/** A GIT of an area in which nothing stands. */
export function emptyGit(): Gff {
	return {
		type: 'GIT ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{ label: 'UseTemplates', type: 'byte', value: 1 },
				{
					label: 'AreaProperties',
					type: 'struct',
					value: {
						id: 100,
						fields: [
							...['AmbientSndDay', 'AmbientSndNight'].map((label): GffField => ({ label, type: 'int', value: 0 })),
							...['AmbientSndDayVol', 'AmbientSndNitVol'].map(
								(label): GffField => ({ label, type: 'int', value: 127 }),
							),
							...['EnvAudio', 'MusicBattle', 'MusicDay', 'MusicNight'].map(
								(label): GffField => ({ label, type: 'int', value: 0 }),
							),
							{ label: 'MusicDelay', type: 'int', value: 20000 },
						],
					},
				},
				...GIT_LISTS.map((label): GffField => ({ label, type: 'list', value: [] })),
			],
		},
	};
}

/** The lists of a GIT; `List` holds items that lie about. */
const GIT_LISTS = THING_KINDS.map((kind) => THING_LISTS[kind].label).toSpliced(3, 0, 'List');

export interface PlaceOptions {
	/** Names of templates by models, without regard to case. Default: the template is called like the model. */
	readonly template?: Readonly<Record<string, string | number>>;
}

/**
 * Puts doors and placeables into a GIT. One of the same template that stands within a metre already is moved, with all that it says; others are
 * added. Nothing else changes.
 *
 * @throws UsageError for a template whose name the game does not take
 */
export function placeInGit(
	git: Gff,
	placements: readonly ObjectPlacement[],
	{ template = {} }: PlaceOptions = {},
): Gff {
	const templates = new Map(Object.entries(template).map(([model, name]) => [model.toLowerCase(), String(name)]));
	let { root } = git;
	for (const kind of ['door', 'placeable'] as const) {
		const { label } = THING_LISTS[kind];
		const structs = [...listOf(root, label)];
		const taken = new Set<number>();
		for (const placement of placements.filter((each) => each.kind === kind)) {
			const name = templates.get(placement.model.toLowerCase()) ?? placement.model;
			checkTemplate(name);
			const known = nearest(structs, name, placement, taken);
			const index = known ?? structs.length;
			taken.add(index);
			structs[index] = moved(known === undefined ? newThing(kind, name) : structs[known], placement);
		}
		root = withField(root, label, { type: 'list', value: structs });
	}
	return { ...git, root };
}

function checkTemplate(name: string): void {
	if (/^[A-Za-z0-9_]+$/.test(name) && name.length <= LONGEST_NAME) return;
	throw new UsageError(
		`"${excerpt(name)}" cannot be the name of a template: it has at most ${LONGEST_NAME} letters, digits and "_". Name another with template "${excerpt(name)}=NAME".`,
	);
}

function nearest(
	structs: readonly GffStruct[],
	name: string,
	{ position }: ObjectPlacement,
	taken: ReadonlySet<number>,
): number | undefined {
	let best: number | undefined;
	let least = SAME;
	for (const [index, struct] of structs.entries()) {
		if (taken.has(index) || textOf(struct, 'TemplateResRef').toLowerCase() !== name.toLowerCase()) continue;
		const distance = distanceBetween(vectorOf(struct, 'X', 'Y', 'Z'), position);
		if (distance > least) continue;
		least = distance;
		best = index;
	}
	return best;
}

function newThing(kind: 'door' | 'placeable', template: string): GffStruct {
	const id = THING_LISTS[kind].id;
	const fields: GffField[] = [{ label: 'TemplateResRef', type: 'resref', value: template.toLowerCase() }];
	if (kind === 'door')
		fields.push(
			{ label: 'Tag', type: 'string', value: template },
			{ label: 'LinkedToModule', type: 'resref', value: '' },
			{ label: 'LinkedTo', type: 'string', value: '' },
			{ label: 'LinkedToFlags', type: 'byte', value: 0 },
			{ label: 'TransitionDestin', type: 'texts', value: NO_TEXT },
		);
	return { id, fields };
}

/** Sets position and bearing; values that are right already keep their bits. */
function moved(struct: GffStruct, { position, bearing }: ObjectPlacement): GffStruct {
	const radians = Math.fround((bearing * Math.PI) / 180);
	const wanted = { X: position[0], Y: position[1], Z: position[2], Bearing: radians };
	return Object.entries(wanted).reduce((result, [label, value]) => {
		if (numberOf(result, label, Number.NaN) === Math.fround(value)) return result;
		return withField(result, label, { type: 'float', value: Math.fround(value) });
	}, struct);
}
