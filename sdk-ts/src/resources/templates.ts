import type {
  PreviewTemplateRequest,
  PublishTemplateRequest,
  UpdateTemplateRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  Template,
  TemplateList,
  TemplatePreview,
  TemplateUses,
  TemplateVersion,
  TemplateVersionList,
  TemplateVersionSummary,
} from '../replies/replies.js'
import {
  messageOnTheWire,
  previewOnTheWire,
  type CreateTemplateRequest,
  type PreviewTemplateContentRequest,
  type TemplateContent,
} from '../requests/requests.js'
import type { ListTemplatesRequest, ListTemplateVersionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Mail with gaps for values, in Liquid. Needs a session: no key may see or change templates. */
export class Templates {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a template with its version 1, which is not published. Rejects with ValidationError, whose `details` have
   * line and column, if the content has mistakes.
   */
  create(body: CreateTemplateRequest, options: MutationOptions = {}): APIPromise<Template> {
    return this.#transport.mutate(
      op.createTemplate,
      'templates.create',
      { body, onTheWire: messageOnTheWire },
      options,
    )
  }

  /** Lists templates, newest first, without their content. */
  list(query: ListTemplatesRequest = {}, options: RequestOptions = {}): PagePromise<Template, TemplateList> {
    return this.#transport.list(op.listTemplates, 'templates.list', { query }, options)
  }

  /** Returns one template without its content, which its versions have. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Template> {
    return this.#transport.read(op.retrieveTemplate, 'templates.retrieve', { ids: { id } }, options)
  }

  /** Renames a template. To change the content, create a version. Rejects with NotFoundError. */
  update(id: string, body: UpdateTemplateRequest, options: MutationOptions = {}): APIPromise<Template> {
    return this.#transport.mutate(op.updateTemplate, 'templates.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a template with all of its versions. Rejects with NotFoundError, or APIError of the code `invalid_state`
   * while another template uses it. Needs an admin's session.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteTemplate, 'templates.delete', { ids: { id } }, options)
  }

  /**
   * Creates the next version, which is not published. Rejects with NotFoundError, or ValidationError if the content
   * has mistakes.
   */
  createVersion(
    id: string,
    body: TemplateContent,
    options: MutationOptions = {},
  ): APIPromise<TemplateVersion> {
    return this.#transport.mutate(
      op.createTemplateVersion,
      'templates.createVersion',
      { ids: { id }, body, onTheWire: messageOnTheWire },
      options,
    )
  }

  /**
   * Returns the templates, campaigns and automations that keep a template from being deleted. Rejects with
   * NotFoundError.
   */
  retrieveUses(id: string, options: RequestOptions = {}): APIPromise<TemplateUses> {
    return this.#transport.read(op.retrieveTemplateUses, 'templates.retrieveUses', { ids: { id } }, options)
  }

  /** Lists the versions of a template, newest first, without their bodies. Rejects with NotFoundError. */
  listVersions(
    id: string,
    query: Omit<ListTemplateVersionsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<TemplateVersionSummary, TemplateVersionList> {
    return this.#transport.list(
      op.listTemplateVersions,
      'templates.listVersions',
      { ids: { id }, query },
      options,
    )
  }

  /** Returns one version with its content in the form in which it was created. Rejects with NotFoundError. */
  retrieveVersion(id: string, version: number, options: RequestOptions = {}): APIPromise<TemplateVersion> {
    return this.#transport.read(
      op.retrieveTemplateVersion,
      'templates.retrieveVersion',
      { ids: { id }, versions: { version } },
      options,
    )
  }

  /**
   * Makes a version the one that sends use unless they name another. An older version is a roll-back. Rejects with
   * NotFoundError. Needs an admin's session.
   */
  publish(id: string, body: PublishTemplateRequest, options: MutationOptions = {}): APIPromise<Template> {
    return this.#transport.mutate(op.publishTemplate, 'templates.publish', { ids: { id }, body }, options)
  }

  /**
   * Returns the mail that a send with these values would make, and warnings. Nothing is stored. Rejects with
   * NotFoundError, or ValidationError of the code `template_render_failed`, whose `details` name every missing
   * variable.
   */
  preview(
    id: string,
    body: PreviewTemplateRequest = {},
    options: RequestOptions = {},
  ): APIPromise<TemplatePreview> {
    return this.#transport.read(op.previewTemplate, 'templates.preview', { ids: { id }, body }, options)
  }

  /** Returns the mail that content would make if it were a version. Rejects with ValidationError. */
  previewContent(
    body: PreviewTemplateContentRequest,
    options: RequestOptions = {},
  ): APIPromise<TemplatePreview> {
    return this.#transport.read(
      op.previewTemplateContent,
      'templates.previewContent',
      { body, onTheWire: previewOnTheWire },
      options,
    )
  }
}
