import { defineFindings, type Report } from '../findings/report.ts';
import { type Affine, fromMatrix, IDENTITY } from '../math/affine.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { DOOR_STATES, type DoorState, WALKMESH_KINDS, type WalkmeshKind } from '../model/walkmesh.ts';
import { surfaceByValue } from '../scene/surface-mappings.ts';
import { isObject } from '../text/quote.ts';

/*
 * The vocabulary of docs/vocabulary.md: what the triangles of a scene mean, written into it, so that names may be lost.
 */

/** Name of the extension, and of the same object in `extras`. */
export const PINS = 'WOKFLOW_walkmesh';

/**
 * The vertex attribute that leads from a triangle to its entry in `faces`. It holds the index of the entry plus `FIRST_PIN`: tools that quantize take
 * attributes whose values are all within −1 and 1 for fractions, and would change them.
 */
export const PIN_ATTRIBUTE = '_WOKFLOW';
export const FIRST_PIN = 2;

/** What the object at a scene holds. */
export interface PinnedScene {
	readonly version: 1;
	/** The nodes that gave triangles, hooks and links their meaning, as they were, parents before children. */
	readonly places: readonly PinnedPlace[];
	readonly faces: readonly PinnedFaces[];
	readonly hooks?: readonly PinnedHook[];
	readonly links?: readonly PinnedLink[];
}

export interface PinnedPlace {
	readonly name?: string;
	/** Index of another place; absent at the top. */
	readonly parent?: number;
	/** Transform to the space of the scene, 16 numbers, column by column; absent for none. */
	readonly matrix?: readonly number[];
	/** The room of the level, for its node. */
	readonly room?: string;
}

/** Triangles that mean the same. */
export interface PinnedFaces {
	/** `none` is no walkmesh; the other properties are absent then. */
	readonly role: WalkmeshKind | 'none';
	readonly place?: number;
	/** Label of a surface, or its number. */
	readonly surface?: string | number;
	readonly model?: string;
	readonly state?: DoorState;
	/** Number of triangles in the scene, copies included. */
	readonly count?: number;
	/** Their area in square units of the scene. */
	readonly area?: number;
}

interface PinnedHook {
	readonly place: number;
	readonly role: 'placeable' | 'door';
	readonly model?: string;
	readonly state?: DoorState;
	readonly slot: 1 | 2;
	/** In the space of the scene. */
	readonly at: readonly number[];
}

interface PinnedLink {
	readonly place: number;
	/** Index or name of the room behind. */
	readonly room: string;
	readonly kind: 'lines' | 'point';
	/** 3 numbers a point, in the space of the scene; two points a line. */
	readonly points: readonly number[];
}

/** The pins of the scene that is read. */
export interface ScenePins extends PinnedScene {
	readonly pointer: string;
	/** The surface of each entry of `faces`, as an index of the table; −1 for those of no walkmesh. */
	readonly surfaces: readonly number[];
	/** True where triangles tell their entry by the attribute; otherwise nodes and materials do. */
	readonly byFace: boolean;
}

/** A part of a glTF document that may hold an object of the vocabulary. */
interface Owner {
	readonly extras?: unknown;
	readonly extensions?: unknown;
}

/** A glTF document, as far as pins are concerned. */
interface PinnedDocument {
	readonly scenes: readonly Owner[];
	readonly materials: readonly Owner[];
	readonly meshes: readonly { readonly primitives: readonly PinnedPrimitive[] }[];
}

interface PinnedPrimitive {
	readonly attributes: Readonly<Record<string, number>>;
	readonly material?: number | undefined;
}

/** The object of the vocabulary at a part of a document: of the extension, or else of the extras, where it may be text. */
function pinsOf({ extras, extensions }: Owner = {}): unknown {
	if (isObject(extensions) && extensions[PINS] !== undefined) return extensions[PINS];
	const value = isObject(extras) ? extras[PINS] : undefined;
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** What is pinned of a scene. @throws InputError for an object that does not follow the vocabulary */
export function readPins(
	document: PinnedDocument,
	scene: number | undefined,
	table: SurfaceTable,
	report: Report,
): ScenePins | undefined {
	const index = scene ?? document.scenes.findIndex((each) => pinsOf(each) !== undefined);
	const value = pinsOf(document.scenes[index]);
	if (value === undefined) return undefined;
	const pointer = `/scenes/${index}/extensions/${PINS}`;
	const pins = checkedPins(value, (at, problem) =>
		report.fail(PIN_FINDINGS.PINS_INVALID, { pointer: `${pointer}${at}` }, { problem }),
	);
	const surfaces = pins.faces.map(({ role, surface }, at) => {
		const found = role === 'none' ? -1 : surfaceByValue(table, surface as string | number);
		if (found !== undefined) return found;
		const problem = `${JSON.stringify(surface)} is not a surface of the table`;
		return report.fail(PIN_FINDINGS.PINS_INVALID, { pointer: `${pointer}/faces/${at}/surface` }, { problem });
	});
	const byFace = document.meshes.some(({ primitives }) => primitives.some((each) => pinAttribute(each) !== undefined));
	return { ...pins, pointer, surfaces, byFace };
}

type Fail = (at: string, problem: string) => never;

function checkedPins(value: unknown, fail: Fail): PinnedScene {
	if (!isObject(value)) return fail('', 'is no object');
	if (value['version'] !== 1) return fail('/version', `is ${JSON.stringify(value['version'])}, and only 1 is known`);
	const list = (key: string): Record<string, unknown>[] => {
		const items = value[key] ?? [];
		if (!Array.isArray(items)) return fail(`/${key}`, 'is no list');
		for (const [at, item] of items.entries()) if (!isObject(item)) fail(`/${key}/${at}`, 'is no object');
		return items;
	};
	const places = list('places');
	const need = (isRight: boolean, at: string, problem: string): void => {
		if (!isRight) fail(at, problem);
	};
	const isIndex = (index: unknown, length: number): boolean =>
		Number.isInteger(index) && (index as number) >= 0 && (index as number) < length;
	const isText = (text: unknown): boolean => text === undefined || typeof text === 'string';
	const areNumbers = (numbers: unknown, ...lengths: number[]): boolean =>
		Array.isArray(numbers) && lengths.includes(numbers.length) && numbers.every(Number.isFinite);
	const isState = (state: unknown): boolean => state === undefined || DOOR_STATES.includes(state as DoorState);
	for (const [i, { name, parent, matrix, room }] of places.entries()) {
		const at = `/places/${i}`;
		need(isText(name) && isText(room), at, 'has a name that is no text');
		need(parent === undefined || isIndex(parent, i), `${at}/parent`, 'is no place before this one');
		need(matrix === undefined || areNumbers(matrix, 16), `${at}/matrix`, 'is no list of 16 numbers');
	}
	for (const [i, { role, place, surface, model, state, count, area }] of list('faces').entries()) {
		const at = `/faces/${i}`;
		need(role === 'none' || WALKMESH_KINDS.includes(role as WalkmeshKind), `${at}/role`, 'is no role of triangles');
		if (role === 'none') continue;
		need(isIndex(place, places.length), `${at}/place`, 'is no place');
		need(typeof surface === 'string' || isIndex(surface, 2 ** 16), `${at}/surface`, 'is no surface');
		need(isText(model), `${at}/model`, 'is no text');
		need(isState(state), `${at}/state`, 'is no state of a door');
		need(isIndex(count, 2 ** 32), `${at}/count`, 'is no number of triangles');
		need(Number.isFinite(area) && (area as number) >= 0, `${at}/area`, 'is no area');
	}
	for (const [i, { place, role, model, state, slot, at: point }] of list('hooks').entries()) {
		const at = `/hooks/${i}`;
		need(isIndex(place, places.length), `${at}/place`, 'is no place');
		need(role === 'placeable' || role === 'door', `${at}/role`, 'is no role of hooks');
		need(isText(model) && isState(state) && (slot === 1 || slot === 2), at, 'is no hook');
		need(areNumbers(point, 3), `${at}/at`, 'is no point');
	}
	for (const [i, { place, room, kind, points }] of list('links').entries()) {
		const at = `/links/${i}`;
		need(isIndex(place, places.length), `${at}/place`, 'is no place');
		need(typeof room === 'string' && (kind === 'lines' || kind === 'point'), at, 'is no link');
		const isWhole = Array.isArray(points) && points.length > 0 && points.length % (kind === 'lines' ? 6 : 3) === 0;
		need(isWhole && areNumbers(points, (points as unknown[]).length), `${at}/points`, 'is no list of points');
	}
	return value as unknown as PinnedScene;
}

/** The attribute of a primitive that pins its triangles. */
export function pinAttribute({ attributes }: PinnedPrimitive): string | undefined {
	return Object.keys(attributes).find((semantic) => semantic.toUpperCase() === PIN_ATTRIBUTE);
}

/** The place that a node is pinned to; −1 for one that is pinned as no walkmesh, undefined for one that is not pinned. */
export function placeOfNode(node: Owner): number | undefined {
	const pin = pinsOf(node);
	if (!isObject(pin)) return undefined;
	if (pin['role'] === 'none') return -1;
	return Number.isInteger(pin['place']) ? (pin['place'] as number) : undefined;
}

/** What a primitive's material is pinned to: a surface, or nothing where its triangles have several. */
export function pinOfMaterial(
	document: PinnedDocument,
	primitive: PinnedPrimitive,
): { readonly surface?: string | number } | undefined {
	const pin = pinsOf(primitive.material === undefined ? undefined : document.materials[primitive.material]);
	if (!isObject(pin)) return undefined;
	const { surface } = pin;
	return typeof surface === 'string' || typeof surface === 'number' ? { surface } : {};
}

/** The transform of a place. */
export function transformOfPlace({ matrix }: PinnedPlace): Affine {
	return matrix === undefined ? IDENTITY : fromMatrix(matrix);
}

/** What the traces of tools say. */
const ADVISED: Readonly<Record<'palette' | 'instances' | 'tool', (name: string) => string>> = {
	palette: (name) =>
		`The material ${JSON.stringify(name)} is a texture palette: materials were merged, and with them the surfaces that they named.`,
	instances: (name) =>
		`A node without a name holds copies of ${JSON.stringify(name)}: nodes were merged for instancing, and with them the rooms or models that they belonged to.`,
	tool: (name) =>
		`${name} changed this scene while nothing was pinned: it may have merged materials and rooms, and removed hooks and links.`,
};

/** Findings about what a document has pinned with the vocabulary of walkmeshes. */
export const PIN_FINDINGS = defineFindings({
	PINS_INVALID: {
		severity: 'fatal',
		meaning: 'The document is pinned with the extension WOKFLOW_walkmesh, but the data is invalid.',
		message: (d: { problem: string }): string => `The pins cannot be read: ${d.problem}.`,
		help: 'Pin the scene again from a copy that was not pinned, or remove WOKFLOW_walkmesh from the extensions and extras of its scene.',
	},
	PINS_GONE: {
		severity: 'fatal',
		meaning:
			'The document is pinned, but it no longer contains any of the pinned triangles. There is nothing to walk on.',
		message: (): string => 'None of the pinned triangles is in the scene.',
		help: 'Check that the geometry is in the scene that is read and is not hidden.',
	},
	PIN_COPIES_VARY: {
		severity: 'fatal',
		meaning: 'Instances of one node have different surfaces. They share their triangles, so these cannot be pinned.',
		message: (): string => 'Copies of this node have different surfaces, so its triangles cannot be pinned.',
		help: 'Turn the instances into nodes first, for example with uninstance() of glTF-Transform.',
	},
	PINS_ADVISED: {
		severity: 'warning',
		meaning:
			'Another tool has merged, or may have merged, materials or nodes of a scene that was not pinned. Their names define surfaces, rooms, hooks and links, so these may be wrong or missing. Often the name of the tool in the file is the only trace.',
		message: (d: { trace: 'palette' | 'instances' | 'tool'; name: string }): string => ADVISED[d.trace](d.name),
		help: 'Pin the scene before other tools change it. In scripts of glTF-Transform, pinWalkmesh() is the first transform.',
		actions: () => [
			{ command: 'convert', arguments: ['ORIGINAL.glb', 'PINNED.glb'], options: [{ option: 'pin', value: true }] },
		],
	},
	PINS_NONE: {
		severity: 'info',
		meaning:
			'The document is in memory and nothing is pinned in it. Transforms that ran in earlier calls may have merged or removed what names said, and leave no trace.',
		message: (): string => 'Reading names: this document is not pinned, and earlier transforms leave no trace in it.',
		help: 'If dedup(), flatten(), instance(), join(), palette() or prune() ran before, run pinWalkmesh() before them.',
	},
	PIN_EXTENSIONS_LOST: {
		severity: 'warning',
		meaning: 'The pinned copy lacks extensions that the glTF library does not know.',
		message: (d: { extensions: string }): string => `Left out of the pinned scene: ${d.extensions}.`,
		help: 'Pin the scene with a script that registers the extensions: pinWalkmesh() of wokflow/gltf-transform.',
	},
	PIN_DECOMPRESSED: {
		severity: 'info',
		meaning: 'The scene was compressed, its pinned copy is not: compressing it again would move vertices again.',
		message: (d: { extensions: string }): string => `The pinned scene is written without ${d.extensions}.`,
		help: 'If it has to be small, compress the pinned copy.',
	},
	PINS_USED: {
		severity: 'info',
		meaning: 'The document is pinned, so names of nodes and materials were not used.',
		message: (d: { triangles: number; places: number; by: 'faces' | 'nodes' }): string =>
			`Using the pins of ${d.triangles} triangles of ${d.places} nodes${d.by === 'faces' ? '' : ', by node and material, because the pins of triangles are gone'}.`,
		help: 'Pins survive tools that rename and merge. After you change the walkmesh on purpose, pin the scene again.',
	},
	PINS_MISSING: {
		severity: 'error',
		meaning: 'Pinned triangles are missing: a tool has dropped or shrunk ground. The walkmesh would have a hole.',
		message: (d: Total): string => `Pinned faces are missing: ${totals(d)}.`,
		help: 'Find the step that dropped them and leave it out. If they were removed on purpose, pin the document again.',
	},
	PINS_MORE: {
		severity: 'warning',
		meaning: 'There are more triangles than were pinned: something was copied or enlarged since.',
		message: (d: Total): string => `There is more ground than was pinned: ${totals(d)}.`,
		help: 'Pin the document again if this was on purpose.',
	},
	PINS_SIMPLIFIED: {
		severity: 'info',
		meaning: 'Fewer triangles than were pinned cover the same ground: they were simplified.',
		message: (d: Total): string => `Fewer triangles cover the pinned ground: ${totals(d)}.`,
		help: 'Nothing to do if the scene was simplified on purpose.',
	},
	PINS_WITHOUT: {
		severity: 'warning',
		meaning: 'The document is pinned, but some of its triangles are not. They are left out, whatever their names are.',
		message: (d: { triangles: number }): string =>
			`${d.triangles} ${d.triangles === 1 ? 'triangle is' : 'triangles are'} not pinned and left out.`,
		help: 'They were added or merged after the document was pinned. If they are ground, pin the document again from a copy that was not pinned.',
	},
	PINS_CONTRADICTED: {
		severity: 'warning',
		meaning:
			'The pinned surface of triangles differs from the surface of their material, or from the decision about it. The pinned surface is used.',
		message: ({ material, says, decided, pinned, triangles }: Contradiction): string =>
			`The material ${JSON.stringify(material)} ${decided === true ? 'was decided to be' : 'says'} ${says}, but ${triangles} of its triangles are pinned as ${pinned}, which counts.`,
		help: 'If the material was changed on purpose, pin the document again from a copy that was not pinned.',
	},
});

/** Triangles whose material is another surface than what is pinned. */
export interface Contradiction {
	readonly material: string;
	readonly says: string;
	/** True where the decisions beside the scene say it. */
	readonly decided?: boolean;
	readonly pinned: string;
	triangles: number;
}

interface Total {
	readonly name: string;
	readonly surface: string;
	readonly count: number;
	readonly pinnedCount: number;
	readonly area: number;
	readonly pinnedArea: number;
}

function totals({ name, surface, count, pinnedCount, area, pinnedArea }: Total): string {
	return `${JSON.stringify(name)}, ${surface}: ${count} of ${pinnedCount} triangles, ${area.toFixed(2)} of ${pinnedArea.toFixed(2)} m²`;
}
