import type { EditOptions } from '../../jobs/edit/remedies.ts';
import type { QueryAnswer, QueryRequest } from '../../level/query/answers.ts';
import type { ObjectKind } from '../../level/query/placed.ts';
import type { Finding } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Hooks } from '../../src/model/walkmesh.ts';
import type { Proposals } from '../../src/propose/propose.ts';
import type { MaterialUse } from '../../src/scene/material-uses.ts';
import type { CoarsePicture } from './coarse.ts';
import type { Comparison } from './compare.ts';
import type { DecidedScene } from './decided.ts';
import type { Download, DownloadChoice } from './downloads.ts';
import type { FaceFacts } from './facts.ts';
import type { Picture } from './picture.ts';
import type { ProjectFile, ProjectInit } from './project.ts';

/** What the page asks of the worker: each question by its name, with what it takes and what it gives. */
export interface Questions {
	/** Opens files; what was open before is forgotten. */
	open(init: ProjectInit): OpenedPicture;
	/** What `wokflow check` finds. */
	check(): readonly Finding[];
	/** Every face along a line, nearest first. */
	pick(ray: { from: Vec3; to: Vec3; objects: readonly ObjectKind[] }): readonly Picked[];
	facts(face: { part: number; face: number; at?: Vec3 }): FaceFacts | undefined;
	/** A question of `wokflow query`. */
	ask(request: QueryRequest): QueryAnswer;
	/** Piece of ground, 1 a face of the picture; −1 for none. */
	pieces(): { readonly of: Int32Array; readonly count: number };
	/** Boxes of the AABB trees at a depth, 6 a line, area space less the picture's origin. */
	boxes(depth: number): { readonly lines: Float32Array; readonly deepest: number; readonly leftOut: number };
	/** The path points of a `.pth` among the files, or else those that `wokflow paths` makes. */
	paths(): {
		readonly points: readonly Vec3[];
		readonly links: readonly (readonly [number, number])[];
		/** So many lie on no ground. */
		readonly groundless: number;
		/** Where they were read. */
		readonly file?: string;
	};
	/** Fewer faces, to be turned. */
	coarse(): CoarsePicture;
	downloads(): readonly DownloadChoice[];
	download(id: string): Download;
	/** What was decided of the scenes that are open, and what is proposed. */
	decided(): readonly DecidedScene[];
	/** The file that keeps what was decided. */
	kept(proposals: Proposals): Uint8Array;
	/** Edits the walkmesh of a room as `wokflow edit` does. Nothing here changes: the page opens the files that come back. */
	edit(edit: { room: number; step: EditOptions }): {
		readonly files: readonly (ProjectFile & { readonly step: EditOptions })[];
		readonly findings: readonly Finding[];
	};
	/** Opens the files of an older version beside those that are open, and compares them. */
	compare(init: ProjectInit): { readonly picture: Picture; readonly comparison: Comparison };
}

export interface OpenedPicture {
	readonly picture: Picture;
	readonly inputs: readonly string[];
	/** Layouts among the files: one of them is open. */
	readonly layouts: readonly string[];
	readonly surfaces: SurfaceTable;
	readonly materials: readonly MaterialUse[];
	/** What was found while reading. */
	readonly findings: readonly Finding[];
	/** True where there is a scene, which axis, unit and surfaces can be said of. */
	readonly hasScene: boolean;
	/** True for walkmeshes, whose faces can be changed. */
	readonly isEditable: boolean;
	/** Of a placeable or a state of a door that is open alone. */
	readonly hooks?: Hooks;
	/** Rooms by index of the layout. */
	readonly rooms: readonly string[];
}

export interface Picked {
	/** Into the parts of the picture. */
	readonly part: number;
	/** Of the part. */
	readonly face: number;
	readonly at: Vec3;
	readonly distance: number;
}

export type Asked<Q extends keyof Questions> = Parameters<Questions[Q]>[0];
export type Answered<Q extends keyof Questions> = ReturnType<Questions[Q]>;

export interface QuestionMessage {
	readonly id: number;
	readonly question: keyof Questions;
	readonly value: unknown;
}

/** What comes back: an answer, an error in words with its findings, or what is being done. */
export type AnswerMessage =
	| { readonly id: number; readonly answer: unknown }
	| { readonly id: number; readonly error: string; readonly findings: readonly Finding[] };
