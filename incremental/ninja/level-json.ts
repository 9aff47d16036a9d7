import type { Layout } from '../../src/level/level.ts';
import type { Captured } from '../capture.ts';
import type { RoomMarker } from '../split.ts';

/** The JSON part of `level.pack`; its arrays are the positions of the markers. */
export interface LevelJson {
	readonly kind: 'scene' | 'layout';
	readonly name: string;
	readonly layout: Layout;
	readonly file: string;
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly markers: readonly Omit<RoomMarker, 'positions'>[];
	readonly captured: Captured;
}
