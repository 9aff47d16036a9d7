import { UsageError } from '../../src/findings/report.ts';
import type { SurfaceMapping } from '../../src/scene/surfaces.ts';
import type { ConversionSettings } from '../settings.ts';
import type { HostCommand } from './host-program.ts';

/** Options of the commands as glTF-Transform's CLI gives them: numbers and switches may come as such or as text. */
export type CommandOptions = Readonly<Record<string, unknown>>;

/** Validators of glTF-Transform's CLI for texts and for lists of them. Without one a room `01` would come as the number 1. */
const TEXT = 4;
const TEXTS = 8 | TEXT;

/** Adds the options of `wokflow convert` to a command. */
export function addCommandOptions(command: HostCommand): HostCommand {
	return command
		.option('--node <patterns...>', 'Nodes to take, with all below them', { validator: TEXTS })
		.option('--surface <mappings...>', 'Surface of materials whose name means none, such as "Floor*=Stone"', {
			validator: TEXTS,
		})
		.option('--scene <scene>', 'glTF scene to read, by name or index', { validator: TEXT })
		.option('--hidden', 'Read hidden nodes too', {})
		.option('--up <axis>', 'Axis that points up in the input: y, z', { validator: ['y', 'z'] })
		.option('--unit <unit>', 'Length of one unit of the input: m, cm, in', { validator: ['m', 'cm', 'in'] })
		.option('--scale <factor>', 'Further factor on all lengths', { validator: positive('--scale') })
		.option('--weld <mm>', 'Merge vertices closer than this, in millimetres; "no" leaves them', {
			validator: weldValue('--weld'),
		})
		.option('--min-area <m2>', 'Drop faces of this area or less, in square metres', {
			validator: notNegative('--min-area'),
		})
		.option('--orient <mode>', 'Walkable faces that look down: flip, keep, refuse', {
			validator: ['flip', 'keep', 'refuse'],
		})
		.option('--fix-tjunctions', 'Split long walkable edges where other vertices lie on them', {})
		.option('--simplify <ratio>', 'Keep this part of the triangles, 0 to 1', { validator: notNegative('--simplify') })
		.option('--simplify-error <m>', 'How far the simplified ground may lie from the old, in metres', {
			validator: notNegative('--simplify-error'),
		})
		.option('--tree <split>', 'Split of the tree: sah (cheap to walk), median (as the game does)', {
			validator: ['sah', 'median'],
		})
		.option('--lyt <file>', 'Layout that the room belongs to: places it, and names the rooms of markers', {
			validator: TEXT,
		})
		.option('--room <name>', 'Which room of the layout it is', { validator: TEXT })
		.option('--room-space <space>', 'Space of the vertices, for --lyt: auto, room, area', {
			validator: ['auto', 'room', 'area'],
		})
		.option('--surfacemat <table>', 'Surface table: k1, kotorblender, or a surfacemat.2da file', { validator: TEXT })
		.option('--strict', 'Warnings are errors', {});
}

/** The options as the hosts take them. @throws UsageError for a mapping without `=` */
export function settingsOf(options: CommandOptions): ConversionSettings {
	const { node, surface, scene, hidden, up, unit, scale, weld, minArea, orient, fixTjunctions } = options;
	const { simplify, simplifyError, tree, room, roomSpace, strict } = options;
	const said = {
		nodes: node === undefined ? undefined : texts(node),
		mappings: surface === undefined ? undefined : texts(surface).map(mapping),
		scene: scene === undefined ? undefined : String(scene),
		hidden: hidden === true ? true : undefined,
		up,
		unit,
		scale,
		weld: typeof weld === 'number' ? weld / 1000 : weld,
		minArea,
		orient,
		fixTJunctions: fixTjunctions === true ? true : undefined,
		simplify:
			simplify === undefined && simplifyError === undefined
				? undefined
				: defined({ ratio: simplify, error: simplifyError }),
		split: tree,
		room: room === undefined ? undefined : String(room),
		roomSpace,
		strict: strict === true ? true : undefined,
	};
	return defined(said) as ConversionSettings;
}

function defined(value: object): object {
	return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

function texts(value: unknown): string[] {
	return (Array.isArray(value) ? value : [value]).map(String);
}

function mapping(text: string): SurfaceMapping {
	const at = text.lastIndexOf('=');
	if (at < 0) throw new UsageError(`--surface takes PATTERN=SURFACE, such as "Floor*=Stone"; got "${text}".`);
	return { pattern: text.slice(0, at).trim(), surface: text.slice(at + 1).trim() };
}

type Validator<T> = (value: unknown) => T;

function notNegative(flag: string): Validator<number> {
	return (value) => {
		const number = Number(value);
		const isSaid = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
		if (isSaid && Number.isFinite(number) && number >= 0) return number;
		throw new UsageError(`${flag} takes a number from 0 on, not "${value}".`);
	};
}

function positive(flag: string): Validator<number> {
	return (value) => {
		const number = notNegative(flag)(value);
		if (number > 0) return number;
		throw new UsageError(`${flag} takes a number above 0.`);
	};
}

function weldValue(flag: string): Validator<number | false> {
	return (value) => (value === 'no' ? false : notNegative(flag)(value));
}
