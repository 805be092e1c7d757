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

/** Mail templates with Liquid variables. Needs the scope `templates:*`. */
export class Templates {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a template with version 1, which is not published. Rejects with ValidationError if the content has
   * mistakes. Its `details` give their line and column.
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

  /** Returns one template without its content. To read the content, retrieve a version. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Template> {
    return this.#transport.read(op.retrieveTemplate, 'templates.retrieve', { ids: { id } }, options)
  }

  /**
   * Changes the name of a template, its alias or both. To change its content, create a new version. Rejects with
   * NotFoundError, or with ValidationError if another template has the alias.
   */
  update(id: string, body: UpdateTemplateRequest, options: MutationOptions = {}): APIPromise<Template> {
    return this.#transport.mutate(op.updateTemplate, 'templates.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a template with all its versions. Rejects with NotFoundError, or with APIError (code `invalid_state`)
   * while another template uses it. A session needs the role admin.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteTemplate, 'templates.delete', { ids: { id } }, options)
  }

  /**
   * Creates the next version without publishing it. Rejects with NotFoundError, or with ValidationError if the content
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
   * Returns the templates, campaigns and automations that prevent a template's deletion. Rejects with NotFoundError.
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

  /** Returns one version with its content as it was created. Rejects with NotFoundError. */
  retrieveVersion(id: string, version: number, options: RequestOptions = {}): APIPromise<TemplateVersion> {
    return this.#transport.read(
      op.retrieveTemplateVersion,
      'templates.retrieveVersion',
      { ids: { id }, versions: { version } },
      options,
    )
  }

  /**
   * Publishes a version. Sends use the published version unless they name another. Publish an older version to roll
   * back. Rejects with NotFoundError. A session needs the role admin.
   */
  publish(id: string, body: PublishTemplateRequest, options: MutationOptions = {}): APIPromise<Template> {
    return this.#transport.mutate(op.publishTemplate, 'templates.publish', { ids: { id }, body }, options)
  }

  /**
   * Returns the mail that a send with these values would create, with warnings. Nothing is stored. Rejects with
   * NotFoundError, or with ValidationError (code `template_render_failed`), whose `details` name every missing
   * variable.
   */
  preview(
    id: string,
    body: PreviewTemplateRequest = {},
    options: RequestOptions = {},
  ): APIPromise<TemplatePreview> {
    return this.#transport.read(op.previewTemplate, 'templates.preview', { ids: { id }, body }, options)
  }

  /** Returns the mail that this content would create as a version. Rejects with ValidationError. */
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
