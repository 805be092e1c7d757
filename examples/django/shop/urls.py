from django.urls import path
from mail_events.views import receive

urlpatterns = [path("webhooks/postseal", receive)]
