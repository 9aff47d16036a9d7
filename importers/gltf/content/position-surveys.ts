import type { Accessor } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import type { GltfDocument } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import type { DeclaredBounds } from './declared-bounds.ts';
import { type PositionSurvey, surveyPositions } from './positions.ts';
import type { PrimitivePlaces } from './request.ts';

/** What has come out of the data of a document, and what is known of it. */
export interface DecodedData {
	/** By their place in the reduced document. */
	readonly accessors: readonly Accessor[];
	readonly surveys: PositionSurveys;
	readonly bounds: DeclaredBounds;
}

/** Surveys of positions; primitives often share them. */
export class PositionSurveys {
	readonly #document: GltfDocument;
	readonly #accessors: readonly Accessor[];
	readonly #bounds: DeclaredBounds;
	readonly #report: Report;
	readonly #known = new Map<number, PositionSurvey>();

	constructor(document: GltfDocument, accessors: readonly Accessor[], bounds: DeclaredBounds, report: Report) {
		this.#document = document;
		this.#accessors = accessors;
		this.#bounds = bounds;
		this.#report = report;
	}

	of({ position, positionAccessor }: PrimitivePlaces): PositionSurvey {
		let survey = this.#known.get(position);
		if (survey === undefined) {
			survey = surveyPositions(this.#accessors[position]);
			this.#known.set(position, survey);
			this.#bounds.compare(positionAccessor, survey);
			this.#checkData(survey, positionAccessor);
		}
		return survey;
	}

	#checkData({ min, max }: PositionSurvey, index: number): void {
		const { bufferView, sparse } = (this.#document.accessors ?? [])[index];
		if (bufferView !== undefined || sparse !== undefined || [...min, ...max].some((value) => value !== 0)) return;
		const problem = 'has no data, so all its points are the origin';
		this.#report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer: `/accessors/${index}` }, { problem });
	}
}
