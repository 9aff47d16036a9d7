import type { Level } from '../src/model/level.ts';
import {
	DOOR_STATES,
	lengthFault,
	valueFault,
	WALKMESH_KINDS,
	WALKMESH_PARTS,
	type Walkmesh,
} from '../src/model/walkmesh.ts';
import type { Scene, ScenePart } from '../src/scene/scene.ts';
import { isObject, jsonText } from '../src/text/quote.ts';
import type { Subject, Subjects } from './stages/stage.ts';

/**
 * Checks of what stages of users return. A walkmesh whose arrays do not fit together would fail in a later stage or step of a build, which would be
 * named for it.
 *
 * What a stage was given may be at fault itself: damaged files have corners that are not vertices and coordinates that are not finite, which built-in
 * stages remove. Such a stage is told nothing.
 */

type Fields = Record<string, unknown>;

/** What there is in every subject. */
const PARTS: Readonly<Record<Subject, readonly string[]>> = {
	scene: ['nodes', 'parts', 'markers', 'hooks'],
	walkmesh: WALKMESH_PARTS,
	level: ['layout', 'rooms', 'objects'],
};

/** @throws TypeError that says what is wrong with what a stage made of a value, worded for the user who wrote the stage */
export function requireSubject<S extends Subject>(subject: S, made: unknown, given: Subjects[S]): void {
	if (!isObject(made)) throw new TypeError(`it returned no ${subject}. Return the one that it is given, or a new one.`);
	const missing = PARTS[subject].filter((part) => made[part] === undefined);
	if (missing.length > 0)
		throw new TypeError(
			`it returned a ${subject} without ${missing.join(', ')}. Take what is unchanged from the one that it is given.`,
		);
	const fault = FAULTS[subject](made);
	if (fault !== undefined && FAULTS[subject](given as unknown as Fields) === undefined)
		throw new TypeError(`it returned a ${subject} that ${fault}.`);
}

/** Describes what is wrong with a value, worded to follow "that"; undefined if nothing is. */
const FAULTS: Readonly<Record<Subject, (value: Fields) => string | undefined>> = {
	walkmesh: walkmeshFault,
	level: levelFault,
	scene: sceneFault,
};

/** The rule of one key: what it must be, and whether a value is that. */
type Rule = readonly [must: string, holds: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === 'string';
const isPoint = (value: unknown): boolean =>
	Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === 'number');
const TEXT: Rule = ['a string', isText];
const LIST: Rule = ['an array', Array.isArray];
const POINT: Rule = ['an array of 3 numbers', isPoint];

/** By its tag: an array of another realm is no instance of the class of this one. */
function typed(name: 'Float32Array' | 'Float64Array' | 'Uint32Array' | 'Int32Array'): Rule {
	const isTyped = (value: unknown): boolean =>
		(value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === name;
	return [`a ${name}`, (value) => ArrayBuffer.isView(value) && isTyped(value)];
}

function oneOf(known: readonly string[]): Rule {
	return [`one of ${known.join(', ')}`, (value) => known.includes(value as string)];
}

function optional([must, holds]: Rule): Rule {
	return [must, (value) => value === undefined || holds(value)];
}

const KIND = { kind: oneOf(WALKMESH_KINDS), doorState: optional(oneOf(DOOR_STATES)) };
const HOOKS: Readonly<Record<string, Rule>> = {
	relative1: POINT,
	relative2: POINT,
	absolute1: POINT,
	absolute2: POINT,
};

const WALKMESH: Readonly<Record<string, Rule>> = {
	name: TEXT,
	...KIND,
	positions: typed('Float32Array'),
	faces: typed('Uint32Array'),
	surfaces: typed('Uint32Array'),
	transitions: typed('Int32Array'),
	position: POINT,
	hooks: ['an object of 4 points', (value) => isObject(value) && ruleFault(value, HOOKS) === undefined],
};

/** Describes the first key of an object that breaks its rule. */
function ruleFault(of: Fields, rules: Readonly<Record<string, Rule>>): string | undefined {
	for (const [key, [must, holds]] of Object.entries(rules)) if (!holds(of[key])) return `needs ${must} as "${key}"`;
	return undefined;
}

function walkmeshFault(value: Fields): string | undefined {
	const fault = ruleFault(value, WALKMESH);
	if (fault !== undefined) return fault;
	const mesh = value as unknown as Walkmesh;
	return lengthFault(mesh) ?? valueFault(mesh.positions, mesh.faces);
}

const LEVEL: Readonly<Record<string, Rule>> = {
	name: TEXT,
	layout: ['an object with "rooms"', (value) => isObject(value) && Array.isArray(value['rooms'])],
	rooms: LIST,
	objects: LIST,
};

function levelFault(value: Fields): string | undefined {
	const fault = ruleFault(value, LEVEL);
	if (fault !== undefined) return fault;
	const { layout, rooms, objects } = value as unknown as Level;
	if (rooms.length !== layout.rooms.length) return `has ${rooms.length} rooms for ${layout.rooms.length} of its layout`;
	const ofRoom = (room: Fields): string | undefined => {
		const own = ruleFault(room, { name: TEXT });
		if (own !== undefined || room['walkmesh'] === undefined) return own;
		const ofIts = isObject(room['walkmesh']) ? walkmeshFault(room['walkmesh']) : 'is no object';
		return ofIts === undefined ? undefined : `has a walkmesh that ${ofIts}`;
	};
	return (
		firstFault('layout line', layout.rooms, (each) => ruleFault(each, { model: TEXT, position: POINT })) ??
		firstFault('room', rooms, ofRoom) ??
		firstFault('object', objects, walkmeshFault)
	);
}

const SCENE: Readonly<Record<string, Rule>> = { name: TEXT, nodes: LIST, parts: LIST, markers: LIST, hooks: LIST };
const PART: Readonly<Record<string, Rule>> = {
	name: TEXT,
	...KIND,
	positions: typed('Float64Array'),
	triangles: typed('Uint32Array'),
	surfaces: typed('Uint32Array'),
	paintedRooms: optional(typed('Int32Array')),
	model: optional(TEXT),
};
const MARKER: Readonly<Record<string, Rule>> = {
	name: TEXT,
	room: TEXT,
	positions: typed('Float64Array'),
	kind: oneOf(['lines', 'point']),
};
const SCENE_HOOK: Readonly<Record<string, Rule>> = {
	kind: oneOf(['placeable', 'door']),
	doorState: KIND.doorState,
	model: optional(TEXT),
	slot: ['1 or 2', (value) => value === 1 || value === 2],
	at: POINT,
};

function sceneFault(value: Fields): string | undefined {
	const fault = ruleFault(value, SCENE);
	if (fault !== undefined) return fault;
	const { nodes, parts, markers, hooks } = value as unknown as Scene;
	const isBelow = (value: unknown, end: number): boolean =>
		Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
	const node: Rule = ['the index of a node', (value) => isBelow(value, nodes.length)];
	const ofNode = (each: Fields, index: number): string | undefined => {
		const parent: Rule = ['−1 or the index of a node before it', (value) => value === -1 || isBelow(value, index)];
		return ruleFault(each, { name: TEXT, parent, origin: POINT });
	};
	const ofPart = (each: Fields): string | undefined => {
		const own = ruleFault(each, { node, ...PART });
		if (own !== undefined) return own;
		const { positions, triangles: faces, surfaces, paintedRooms } = each as unknown as ScenePart;
		const transitions = paintedRooms ?? { length: faces.length };
		return lengthFault({ positions, faces, surfaces, transitions }) ?? valueFault(positions, faces);
	};
	return (
		firstFault('node', nodes, ofNode) ??
		firstFault('part', parts, ofPart) ??
		firstFault('marker', markers, (each) => ruleFault(each, { node, ...MARKER })) ??
		firstFault('hook', hooks, (each) => ruleFault(each, { node, ...SCENE_HOOK }))
	);
}

/** Describes the first item of a list that has a fault, by its name or else its index: "has room "hall" that …". */
function firstFault(
	what: string,
	items: readonly unknown[],
	faultOf: (item: Fields, index: number) => string | undefined,
): string | undefined {
	for (const [index, item] of items.entries()) {
		const fault = isObject(item) ? faultOf(item, index) : 'is no object';
		if (fault === undefined) continue;
		const name = isObject(item) ? (item['name'] ?? item['model']) : undefined;
		return `has ${what} ${typeof name === 'string' && name !== '' ? jsonText(name) : index}, which ${fault}`;
	}
	return undefined;
}
