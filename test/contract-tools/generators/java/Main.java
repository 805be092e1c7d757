import java.net.URI;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MessageLogsApi;
import org.openapitools.client.api.MessagesApi;
import org.openapitools.client.api.SegmentsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/** What users of a generated client do first. Prints a line for each; nothing is set that they would not set. */
public class Main {
    public static void main(String[] args) throws Exception {
        String project = args[1];
        MessagesApi messages = new MessagesApi(client(args[0], args[2]));
        SendMessageRequest send = new SendMessageRequest()
            .projectId(project)
            .fromEmail("shop@shop.example")
            .addToItem(new NamedAddress().email("ada@example.com"))
            .subject("Your receipt")
            .text("Thank you.");
        AcceptedMessage accepted = messages.sendMessage(send, null);
        System.out.println("sent " + accepted.getStatus());

        BatchItem item = new BatchItem().idempotencyKey("receipt-1").message(send);
        BatchResult batch = messages.sendMessageBatch(new BatchRequest().addItemsItem(item), null);
        System.out.println("batch " + batch.getAccepted());

        MessageLogList logs = new MessageLogsApi(client(args[0], args[2])).listMessageLogs(
            /* listMessageLogs with message_id */);
        System.out.println("logs " + logs.getData().get(0).getRecipient());

        try {
            messages.sendMessage(send.fromEmail("nobody"), null);
        } catch (ApiException error) {
            System.out.println("error " + error.getCode() + " " + error.getResponseBody().contains("/body/from_email"));
        }

        UpdateWebhookRequest hook = new UpdateWebhookRequest().url(URI.create("https://hooks.shop.example/a"));
        new WebhooksApi(client(args[0], args[3])).updateWebhook(
            new UpdateWebhookRequest().url(URI.create("https://hooks.shop.example/a")).addEventsItem(SubscribableEventType.MESSAGE_BOUNCED), null);
        System.out.println("webhook "
            + new WebhooksApi(client(args[0], args[3])).updateWebhook(hook.description("x"), null).getWebhook().getEvents());

        SegmentPropertyCondition plan = new SegmentPropertyCondition().name("plan").op("in")
            .value(new SegmentValue(List.of(new SegmentScalar("pro"), new SegmentScalar("team"))));
        Segment segment = new SegmentsApi(client(args[0], args[3])).createSegment(
            new CreateSegmentRequest().projectId(project).name("Paying").rule(new SegmentRule().property(plan)), null);
        System.out.println("segment " + segment.getRule().getProperty().getValue().getList());
    }

    private static ApiClient client(String url, String credential) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + credential));
        return client;
    }
}
